@compute @workgroup_size(1)
fn main() {
  let x = dpdx(1.0);
}
//! error 3:11 wgsl.not_supported "'dpdx' is not supported: slipway runs compute kernels"
