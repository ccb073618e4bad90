// A counted loop behind another one runs to its end.
@group(0) @binding(0) var<storage, read> n: u32;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1)
fn main() {
  loop {
    if out[3] > n { break; }
    continuing { out[3] += 4; }
  }
  loop {
    out[4] += 2;
    if out[4] >= n { break; }
  }
}
//! in n = u32: 10
//! size out = 9
//! grid 1
//! out out = u32: 0,0,0, 12, 10, 0*4
