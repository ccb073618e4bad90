@compute @workgroup_size(1)
fn main() {
  discard;
}
//! error 3:3 wgsl.not_supported "'discard' is not supported: slipway runs compute kernels"
