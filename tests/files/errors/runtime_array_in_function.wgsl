@compute @workgroup_size(1)
fn main() {
  var a: array<u32>;
}
//! error 3:10 wgsl.type "array"
