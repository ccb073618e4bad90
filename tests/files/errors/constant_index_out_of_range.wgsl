@compute @workgroup_size(1)
fn main() {
  var a: array<u32, 4>;
  a[4] = 1;
}
//! error 4:5 wgsl.index "4"
