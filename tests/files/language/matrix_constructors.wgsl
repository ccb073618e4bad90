@group(0) @binding(0) var<storage, read_write> out: array<mat2x2<f32>>;

@compute @workgroup_size(1)
fn main() {
  let c = vec2f(5, 6);
  out[0] = mat2x2f(1, 2, 3, 4);
  out[1] = mat2x2(c, c * 2);
  out[2] = mat2x2<f32>(out[0]);
  out[3] = mat2x2f();
  out[4] = out[0] * out[0];
}
//! size out = 5
//! grid 1
//! out out = f32: 1, 2, 3, 4, 5, 6, 10, 12, 1, 2, 3, 4, 0*4, 7, 10, 15, 22
