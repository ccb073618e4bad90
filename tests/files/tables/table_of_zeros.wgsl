const zeros = array<array<u32, 100>, 100>();
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  var sum = 0u;
  for (var i = 0u; i < 100; i++) { sum += zeros[i][99 - i] + 1; }
  out[0] = sum + zeros[out[1]][out[2]] + zeros[3][4];
  out[1] = zeros[out[2]][out[1]];
}
//! in out = u32: 7, 99, 100
//! grid 1
//! out out = u32: 100, 0, 100
