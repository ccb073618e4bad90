// Nobody stores the flag that the loop waits for: the workgroups still end.
enable slipway_trap;

@group(0) @binding(0) var<storage, read_write> rounds: array<u32>;
@group(0) @binding(1) var<storage, read> armed: u32;
var<workgroup> done: u32;

fn check(armed_now: bool) {
  if armed_now {
    trap(5, 77);
  }
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var round = 0u;
  loop {
    round += 1;
    check(armed != 0);
    if lane == 5 && round == 3 {
      done = 1;
    }
    if workgroupUniformLoad(&done) == 1 { break; }
  }
  rounds[id.x] = round;
}
//! size rounds = 128
//! run
//! in armed = u32: 0
//! out rounds = u32: 3*128
//! run
//! in armed = u32: 1
//! fails trapped "tag 5 and value 77 in invocation ("
