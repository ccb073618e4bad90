// A remainder is exact when the quotient is: 0 of either sign, or the dividend where the division, allowed to
// be 2.5 units off, came out just below 1.
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> allowed: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if i < arrayLength(&x) {
    let r = x[i] % x[i];
    allowed[i] = u32(r == 0.0 || r == x[i]);
  }
}
//! in x = f32: 29, 37, 43, 101, -103
//! size allowed = 5
//! out allowed = u32: 1*5
