@compute @workgroup_size(1)
fn main() {
  discard;
}
//! error 3:3 wgsl.unsupported "discard"
