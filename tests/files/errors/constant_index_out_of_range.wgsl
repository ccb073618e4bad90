@compute @workgroup_size(1)
fn main() {
  var a: array<u32, 4>;
  a[4] = 1;
}
//! error 4:5 wgsl.index "index 4 is out of range for 'array<u32, 4>' (0 to 3)"
