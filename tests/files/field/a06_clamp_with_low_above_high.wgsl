// min(max(e, low), high), for floats too, where WGSL would allow the median.
@group(0) @binding(0) var<storage, read> e: array<i32>;
@group(0) @binding(1) var<storage, read> ue: array<u32>;
@group(0) @binding(2) var<storage, read> bounds: array<f32>;
@group(0) @binding(3) var<storage, read_write> signed: array<i32>;
@group(0) @binding(4) var<storage, read_write> unsigned: array<u32>;
@group(0) @binding(5) var<storage, read_write> real: f32;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  signed[i] = clamp(e[i], i32(bounds[0]), i32(bounds[1]));
  unsigned[i] = clamp(ue[i], u32(bounds[2]), u32(bounds[3]));
  if i == 0 {
    real = clamp(bounds[4], bounds[5], bounds[6]);
  }
}
//! in e = i32: -9, 6, 12, 50
//! in ue = u32: 0, 6, 12, 50
//! in bounds = f32: 20, -3, 9, 4, 10, 20, 4
//! size signed = 4
//! size unsigned = 4
//! out signed = i32: -3*4
//! out unsigned = u32: 4*4
//! out real = f32: 4
