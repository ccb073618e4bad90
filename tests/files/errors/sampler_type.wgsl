@group(0) @binding(0) var filtering: sampler;
@compute @workgroup_size(1)
fn main() {}
//! error 1:38 wgsl.not_supported "sampler types are not supported: slipway runs compute kernels"
