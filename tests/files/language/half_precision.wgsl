//! device reference lowered lavapipe
enable f16;
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read_write> out: array<f16>;
@group(0) @binding(2) var<storage, read_write> wide: array<f32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x < arrayLength(&x) {
    out[id.x] = x[id.x] * 2.0h + f16(1);
    wide[id.x] = f32(x[id.x]);
  }
}
//! in x = f16: 0, 1, -2, 0.5, 100, 1000, 0.000061035
//! size out = 7
//! size wide = 7
//! out out = f16: 1, 3, -3, 2, 201, 2001, 1
//! out wide = f32: 0, 1, -2, 0.5, 100, 1000, 6.103515625e-05
