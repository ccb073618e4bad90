@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> magnitude: array<f32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if i < arrayLength(&x) {
    magnitude[i] = abs(x[i] % x[i]);
  }
}
//! in x = f32: 29, 37, 43, 101, -103
//! size magnitude = 5
//! out magnitude = f32: 0*5
