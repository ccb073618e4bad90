// The trapped invocation must leave the function, both loops and the caller's endless loop.
enable slipway_trap;

@group(0) @binding(0) var<storage, read> start: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> ends: array<u32, 64>;

fn collatz(first: u32, lane: u32) -> u32 {
  var n = first;
  var steps = 0u;
  loop {
    if n == 1 { break; }
    if n == 0 {
      trap(3, lane);
    }
    n = select(n / 2, 3 * n + 1, n % 2 == 1);
    steps += 1;
  }
  return steps;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var total = 0u;
  var round = 0u;
  while total < 10 {
    total += collatz(start[id.x], id.x);
    round += 1;
  }
  ends[id.x] = total + round;
}
//! run
//! in start = u32: 3*64
//! out ends = u32: 16*64
//! run
//! in start = u32: 3*37, 0, 3*26
//! fails trapped "trapped with tag 3 and value 37 in invocation (37, 0, 0) at in_a_callee_inside_loops.wgsl:13:7"
