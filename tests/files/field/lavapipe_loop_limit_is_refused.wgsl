// Mesa's lavapipe leaves loops silently after 65,535 iterations of an invocation. There the launch fails;
// elsewhere it gives the answer.
@group(0) @binding(0) var<storage, read> rounds: u32;
@group(0) @binding(1) var<storage, read_write> out: u32;

@compute @workgroup_size(1)
fn main() {
  var n = 0u;
  while n < rounds {
    n++;
  }
  out = n;
}
//! device lavapipe
//! grid 1
//! run
//! in rounds = u32: 1000
//! out out = u32: 1000
//! run
//! in rounds = u32: 1000000
//! fails unsupported "65535"
