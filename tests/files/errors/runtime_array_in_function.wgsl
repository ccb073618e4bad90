@compute @workgroup_size(1)
fn main() {
  var a: array<u32>;
}
//! error 3:7 wgsl.address_space "local variable 'a' cannot have the type 'array<u32>'"
