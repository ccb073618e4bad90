var<private> x: f16;
@compute @workgroup_size(1)
fn main() {}
//! error 1:17 wgsl.enable "'f16' needs 'enable f16;'"
