//! device reference lowered lavapipe
// NaN and infinities, which these devices promise to keep: what docs/semantics.md lists.
struct Pair { a: f32, b: f32 }
@group(0) @binding(0) var<storage, read> one: array<f32, 5>;
@group(0) @binding(1) var<storage, read> two: array<Pair, 13>;
@group(0) @binding(2) var<storage, read_write> of_one: array<array<f32, 17>, 5>;
@group(0) @binding(3) var<storage, read_write> of_two: array<array<f32, 16>, 13>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3u) {
  if id.x < 5 {
    let a = one[id.x];
    let out = &of_one[id.x];
    out[0] = -a;
    out[1] = abs(a);
    out[2] = sign(a);
    out[3] = floor(a);
    out[4] = ceil(a);
    out[5] = round(a);
    out[6] = trunc(a);
    out[7] = saturate(a);
    out[8] = sqrt(a);
    out[9] = modf(a).fract;
    out[10] = modf(a).whole;
    out[11] = frexp(a).fract;
    out[12] = f32(frexp(a).exp);
    out[13] = f32(i32(a));
    out[14] = f32(u32(a));
    out[15] = f32(bool(a));
    out[16] = quantizeToF16(a);
  }
  let a = two[id.x].a;
  let b = two[id.x].b;
  let out = &of_two[id.x];
  out[0] = a + b;
  out[1] = a - b;
  out[2] = a * b;
  out[3] = a / b;
  out[4] = a % b;
  out[5] = min(a, b);
  out[6] = max(a, b);
  out[7] = step(a, b);
  out[8] = clamp(a, b, 1);
  out[9] = clamp(a, -1, b);
  out[10] = clamp(1, a, b);
  out[11] = f32(a < b);
  out[12] = f32(a <= b);
  out[13] = f32(a == b);
  out[14] = f32(a != b);
  out[15] = f32(!(a < b));
}
//! grid 13
//! in one = f32: nan, inf, -inf, 1.5, -2.25
//! in two = f32: nan, nan, nan, 2, 2, nan, inf, 2, -inf, 2, 2, inf, 2, -inf, inf, inf, inf, -inf, -inf, -inf, inf, nan, nan, -inf, -5.5, 2
//! out of_one = f32: nan, nan, 0, nan, nan, nan, nan, 0, nan, nan, nan, nan, 0, 0, 0, 1, nan, -inf, inf, 1, inf, inf, inf, inf, 1, inf, 0, inf, inf, 0, 2.14748352e+09, 4.29496704e+09, 1, inf, inf, inf, -1, -inf, -inf, -inf, -inf, 0, nan, -0, -inf, -inf, 0, -2.14748365e+09, 0, 1, -inf, -1.5, 1.5, 1, 1, 2, 2, 1, 1, 1.22474487, 0.5, 1, 0.75, 1, 1, 1, 1, 1.5, 2.25, 2.25, -1, -3, -2, -2, -2, 0, nan, -0.25, -2, -0.5625, 2, -2, 0, 1, -2.25
//! out of_two = f32: nan, nan, nan, nan, nan, nan, nan, 0, 1, -1, 1, 0, 0, 0, 1, 1, nan, nan, nan, nan, nan, 2, 2, 0, 1, -1, 1, 0, 0, 0, 1, 1, nan, nan, nan, nan, nan, 2, 2, 0, 1, 2, 2, 0, 0, 0, 1, 1, inf, inf, inf, inf, nan, 2, inf, 0, 1, 2, 2, 0, 0, 0, 1, 1, -inf, -inf, -inf, -inf, nan, -inf, 2, 1, 1, -1, 1, 1, 1, 0, 1, 0, inf, -inf, inf, 0, 2, 2, inf, 1, 1, 2, 2, 1, 1, 0, 1, 0, -inf, inf, -inf, -0, 2, -inf, 2, 0, 1, -inf, -inf, 0, 0, 0, 1, 1, inf, nan, inf, nan, nan, inf, inf, 1, 1, inf, inf, 0, 1, 1, 0, 1, nan, inf, -inf, nan, nan, -inf, inf, 0, 1, -inf, -inf, 0, 0, 0, 1, 1, -inf, nan, inf, nan, nan, -inf, -inf, 1, -inf, -inf, -inf, 0, 1, 1, 0, 1, nan, nan, nan, nan, nan, inf, inf, 0, 1, inf, inf, 0, 0, 0, 1, 1, nan, nan, nan, nan, nan, -inf, -inf, 0, -inf, -inf, -inf, 0, 0, 0, 1, 1, -3.5, -7.5, -11, -2.75, -1.5, -5.5, 2, 1, 1, -1, 1, 1, 1, 0, 1, 0
