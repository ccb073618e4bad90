@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let n = arrayLength(&x);
  let left = select(-1.0, x[i - 1], i > 0);
  let right = select(-2.0, x[i + 1], i + 1 < n);
  out[i] = left + right;
}
//! in x = f32: 10, 20, 30, 40
//! size out = 4
//! out out = f32: 19, 40, 60, 28
