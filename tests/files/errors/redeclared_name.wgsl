const size = 4;
const size = 8;
@compute @workgroup_size(1)
fn main() {}
//! error 2:7 wgsl.redeclaration "'size' is already declared in line 1"
