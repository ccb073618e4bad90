@group(0) @binding(0) var image: texture_2d<f32>;
@compute @workgroup_size(1)
fn main() {}
//! error 1:34 wgsl.not_supported "texture types are not supported: slipway runs compute kernels"
