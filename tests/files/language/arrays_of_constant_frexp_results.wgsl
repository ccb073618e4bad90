const parts = array(frexp(1.5), frexp(-12.0));
const wholes = array(array(modf(vec2(1.5, -2.25))), array(modf(vec2(3.75, 4))));
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
  out[i * 4] = parts[i].fract;
  out[i * 4 + 1] = f32(parts[i].exp);
  out[i * 4 + 2] = wholes[i][0].fract.x;
  out[i * 4 + 3] = wholes[i][0].whole.y;
}
//! size out = 8
//! grid 1
//! out out = f32: 0.75, 1, 0.5, -2, -0.75, 4, 0.75, 4
