@group(0) @binding(0) var<uniform> count: u32;
@group(0) @binding(1) var<uniform> origin: vec3<f32>;
@group(0) @binding(2) var<uniform> pairs: array<vec4<u32>, 2>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = origin.x + origin.y + origin.z;
  out[1] = f32(count);
  out[2] = f32(pairs[1].w);
}
//! in count = u32: 12
//! in origin = f32: 1, 2, 3
//! in pairs = u32: 1, 2, 3, 4, 5, 6, 7, 8
//! size out = 3
//! grid 1
//! out out = f32: 6, 12, 8
