// Nothing may return from a continuing part: the next round leaves the loop.
enable slipway_trap;

@group(0) @binding(0) var<storage, read> last: u32;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 4>;

fn guard(i: u32) {
  if i > 20 {
    trap(2, i);
  }
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  var i = lane;
  loop {
    if i == last { break; }
    continuing {
      i += 4;
      guard(i);
    }
  }
  out[lane] = i;
}
//! run
//! in last = u32: 5
//! fails trapped "tag 2 and value 2"
