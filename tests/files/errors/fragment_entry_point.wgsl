@fragment
fn main() -> @location(0) vec4f {
  return vec4f();
}
//! error 1:1 wgsl.not_supported "fragment entry points are not supported: slipway runs compute kernels"
