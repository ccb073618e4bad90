enable f16;

@group(0) @binding(0) var<uniform> scale: mat3x3<f16>;
@group(0) @binding(1) var<storage, read_write> out: array<f32, 4>;

@compute @workgroup_size(1)
fn main() {
  let scaled = scale * vec3h(1, 2, 3);
  out = array<f32, 4>(f32(scaled.x), f32(scaled.y), f32(scaled.z), f32(scale[2][1]));
}
//! device reference lowered lavapipe
//! grid 1
//! in scale = f16: 1, 2, 3, 9, 1, 2, 3, 9, 1, 2, 3, 9
//! out out = f32: 6, 12, 18, 2
