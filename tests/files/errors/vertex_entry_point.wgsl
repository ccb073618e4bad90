@vertex
fn main(@builtin(vertex_index) i: u32, @location(0) at: vec2f) -> @builtin(position) vec4f {
  return vec4f(at, f32(i), missing);
}
//! error 1:1 wgsl.not_supported "vertex entry points are not supported: slipway runs compute kernels"
