struct Pair { a: u32, b: vec2f }
struct Nest { p: Pair, list: array<u32, 3>, m: mat2x2f }
@group(0) @binding(0) var<storage, read_write> f: array<f32>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;
const nested = array(array(1, 2), array(3.5, 4));
const table = array(vec2(1, 2u), vec2(3u, 4));

@compute @workgroup_size(1)
fn main() {
  let x = f[0];
  let k = u[0];
  let v3 = vec3(1, x, 2.5);
  let v4 = vec4(vec2(k, 7), 8, 9u);
  let from_vector = vec3<f32>(vec3(k, 2, 3));
  let parts = vec4(x, vec2(2, 3), 4);
  let flags = vec3<bool>(vec3f(0, x, 0));
  let m = mat2x3(1, x, 3, 4, 5, 6);
  let columns = mat2x2(vec2(1, 2), vec2(x, 4));
  let copied = mat2x2(columns);
  let list = array(1, x);
  let pairs = array(Pair(k, vec2(1, x)), Pair());
  let nest = Nest(Pair(1, vec2f(2)), array(k, k + 1, k + 2), mat2x2f(1, 2, 3, x));
  let zero = Nest();
  f[1] = v3.x + v3.y * 10 + v3.z * 100;
  f[2] = f32(v4.x + v4.y * 10 + v4.z * 100 + v4.w * 1000);
  f[3] = dot(from_vector, vec3(1, 10, 100));
  f[4] = dot(parts, vec4(1, 10, 100, 1000));
  f[5] = f32(u32(flags.x) + u32(flags.y) * 10 + u32(flags.z) * 100);
  f[6] = m[0].y + m[1].z * 10 + m[1][0] * 100;
  f[7] = copied[1].x + copied[0].y * 10;
  f[8] = list[k - 1] + nested[k - 2][k - 3 + 1] * 10;
  f[9] = pairs[0].b.y + f32(pairs[0].a) * 10 + f32(pairs[1].a) * 100;
  f[10] = f32(nest.list[2]) + nest.m[1][1] * 10 + nest.p.b.x * 100 + zero.m[0][0] + f32(zero.list[1]);
  u[1] = table[k - 1].y + table[k - 2].x * 10;
  u[2] = u32(true) + u32(-1i) % 10 + u32(3.75) * 100;
  u[3] = bitcast<u32>(i32(-2.5)) + u32(i32(bool(k)));
}
//! in f = f32: 0.5, 0*10
//! in u = u32: 2, 0, 0, 0
//! grid 1
//! out f = f32: 0.5, 256, 9872, 322, 4320.5, 10, 460.5, 20.5, 10.5, 20.5, 209
//! out u = u32: 2, 14, 306, 0xffffffff
