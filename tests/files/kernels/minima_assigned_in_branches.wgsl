// A variable that starts constant and gets a constant's minimum, clamp or power in a branch has two values behind it.
@group(0) @binding(0) var<storage, read> inp: array<i32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec2<f32>>;
var<private> eight: f32 = 8;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) me: u32) {
  var a = 1f;
  var b = 1f;
  var c = 1f;
  var d = vec2<f32>(1);
  var e = 1f;
  var f = 1u;
  var g = vec2<i32>(1);
  var h = 1i;
  var three = 3u;
  var seven = 7i;
  if inp[me] == 0 {
    a = 1 + min(eight, 100);
    b = 2 * max(eight, 4);
    c += clamp(eight, -100, 5);
    d += clamp(vec2(eight), vec2(1), vec2(3, 9));
    e = 1 + mix(eight, 4, 0.5);
    f += min(three, 9);
    g += clamp(vec2(seven), vec2(1), vec2(4, 9));
    h = 1 - max(seven, 9);
  }
  out[me * 6] = vec2(a, b);
  out[me * 6 + 1] = vec2(c, e);
  out[me * 6 + 2] = d;
  out[me * 6 + 3] = vec2<f32>(g);
  out[me * 6 + 4] = vec2(f32(f), f32(h));
  var p = 1f;
  var q = 1f;
  if inp[me] == 0 {
    p += pow(eight, 2);
    q += exp2(eight);
  }
  out[me * 6 + 5] = round(vec2(p, q));
}
//! grid 1
//! size out = 12
//! in inp = i32: 0, 1
//! out out = f32: 9, 16, 6, 7, 4, 9, 5, 8, 4, -8, 65, 257, 1*12
