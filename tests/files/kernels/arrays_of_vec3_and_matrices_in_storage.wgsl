@group(0) @binding(0) var<storage, read> points: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read> transform: mat3x3<f32>;
@group(0) @binding(2) var<storage, read_write> moved: array<vec3<f32>>;
@group(0) @binding(3) var<storage, read_write> matrices: array<mat3x3<f32>>;

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  moved[id.x] = transform * points[id.x];
  matrices[id.x] = transform * f32(id.x + 1);
  matrices[id.x][1][2] = -1;
}
//! in points = f32: 1, 2, 3, 99, 4, 5, 6, 99
//! in transform = f32: 1, 0, 0, 99, 0, 2, 0, 99, 0, 1, 3, 99
//! in moved = f32: 0, 0, 0, 55, 0, 0, 0, 55
//! size matrices = 2
//! out moved = f32: 1, 7, 9, 55, 4, 16, 18, 55
//! out matrices = f32: 1, 0, 0, _, 0, 2, -1, _, 0, 1, 3, _, 2, 0, 0, _, 0, 4, -1, _, 0, 2, 6, _
