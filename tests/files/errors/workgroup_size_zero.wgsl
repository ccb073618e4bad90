@compute @workgroup_size(0)
fn main() {}
//! error 1:26 wgsl.const_eval "workgroup size must be at least 1, found 0"
