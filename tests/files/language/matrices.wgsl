@group(0) @binding(0) var<storage, read> m: mat2x3<f32>;
@group(0) @binding(1) var<storage, read> v: vec2f;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  let product = m * v;
  out[0] = product.x;
  out[1] = product.y;
  out[2] = product.z;
  let other = vec3f(1, 2, 3) * m;
  out[3] = other.x;
  out[4] = other.y;
  let t = transpose(m);
  out[5] = t[2][1];
  let square = m * t;
  out[6] = square[0][0] + square[1][1] + square[2][2];
  out[7] = determinant(mat2x2(1, 2, 3, v.y + 2));
  var n = mat3x2<f32>();
  n[1] = v;
  n[2].y = 7;
  n += mat3x2(1, 1, 1, 1, 1, 1);
  n *= 2;
  out[8] = n[0].x + n[1].y * 10 + n[2].y * 100;
  out[9] = (m - m * 2)[1].z;
}
//! in m = f32: 1, 2, 3, 99, 4, 5, 6, 99
//! in v = f32: 1, 2
//! size out = 10
//! grid 1
//! out out = f32: 9, 12, 15, 14, 32, 6, 91, -2, 1662, -6
