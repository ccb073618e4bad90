@compute @workgroup_size(0)
fn main() {}
//! error 1:26 wgsl.attribute "0"
