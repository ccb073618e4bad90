@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

fn min(a: f32, b: f32, c: f32) -> f32 { return select(select(c, b, b < c), a, a < b && a < c); }

@compute @workgroup_size(1)
fn main() {
  let dot = x[0] * x[1] + x[2] * x[3];
  let sign = select(1.0, -1.0, dot < 0);
  var length = abs(dot);
  length += 1;
  out[0] = dot;
  out[1] = sign;
  out[2] = length;
  out[3] = min(x[0], x[1], x[2]);
}
//! in x = f32: 3, -2, 1, 4
//! size out = 4
//! grid 1
//! out out = f32: -2, -1, 3, -2
