@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  let f = frexp(x[0]);
  out[0] = f.fract;
  out[1] = f32(f.exp);
  let m = modf(x[1]);
  out[2] = m.fract;
  out[3] = m.whole;
  out[4] = ldexp(f.fract, f.exp);
  const folded = modf(2.5);
  out[5] = folded.whole;
}
//! in x = f32: 12, -3.75
//! size out = 6
//! grid 1
//! out out = f32: 0.75, 4, -0.75, -3, 12, 2
