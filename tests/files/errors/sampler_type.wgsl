@group(0) @binding(0) var filtering: sampler;
@compute @workgroup_size(1)
fn main() {}
//! error 1:38 wgsl.unsupported "sampler"
