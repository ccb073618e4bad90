// The devices that run loops as written count to a million.
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
//! device reference lowered swiftshader
//! grid 1
//! in rounds = u32: 1000000
//! out out = u32: 1000000
