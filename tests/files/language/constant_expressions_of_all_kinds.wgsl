// Constant expressions of all kinds, and what has them.
enable slipway_trap;
const a = acos(0.5) + acosh(1.5) + asin(0.5) + asinh(0.5) + atan(0.5) + atanh(0.5) + atan2(0.5, 2.0);
const b = ceil(1.2) + cos(1.0) + cosh(1.0) + degrees(1.0) + exp(1.0) + exp2(1.5) + floor(1.5) + fract(1.5);
const c = inverseSqrt(2.0) + log(2.0) + log2(2.0) + radians(1.0) + round(2.5) + saturate(1.5) + sign(-1.5) + sin(1.0);
const d = sinh(1.0) + sqrt(2.0) + tan(1.0) + tanh(1.0) + trunc(1.5) + pow(2.0, 0.5) + step(1.0, 2.0) + fma(1.0, 2.0, 3.0);
const e = abs(-3) + abs(-1.5) + min(1, 2) + max(1.5, 2) + clamp(3, 1, 2) + clamp(0.5, 1.0, 2.0) + mix(1.0, 2.0, 0.5);
const f = smoothstep(0.0, 1.0, 0.5) + ldexp(1.5, 2) + distance(1.0, 2.5) + length(vec2(3.0, 4.0)) + length(-2.0);
const g = cross(vec3(1.0, 0, 0), vec3(0, 1.0, 0)) + normalize(vec3(1.0, 2, 3)) + reflect(vec3(1.0), vec3(0, 1.0, 0));
const h = refract(vec3(1.0, 0, 0), vec3(0, 1.0, 0), 0.5) + faceForward(vec3(1.0), vec3(0, 1.0, 0), vec3(1.0));
const i = dot(vec3(1, 2, 3), vec3(4, 5, 6)) + dot(vec2(1.0), vec2(2.0)) + determinant(mat3x3(1.0, 0, 0, 0, 1, 0, 0, 0, 1));
const j = transpose(mat2x3(1.0, 2, 3, 4, 5, 6)) * mat2x3(1.0, 2, 3, 4, 5, 6) * vec2(1.0, 2) + mat2x2(1.0, 0, 0, 1) * 2.0 * vec2(1.0);
const k = modf(-1.75).whole + frexp(12.0).fract + f32(frexp(12.0).exp) + modf(vec2(1.5, 2.5)).fract.x;
const l = select(1, 2, true) + select(vec2(1, 2), vec2(3, 4), vec2(true, false)).y + countOneBits(7u) + firstLeadingBit(8u);
const m = reverseBits(1u) + countLeadingZeros(1u) + countTrailingZeros(8u) + firstTrailingBit(8u) + extractBits(255u, 2, 3);
const n = insertBits(0u, 7u, 2, 3) + pack4x8snorm(vec4(0.5)) + pack2x16float(vec2(1.0)) + pack4xU8(vec4u(1, 2, 3, 4));
const o = unpack4x8unorm(7u).x + unpack2x16float(0x3c003c00u).y + f32(unpack4xI8(255u).x) + quantizeToF16(1.0009);
const p = dot4U8Packed(1u, 2u) + bitcast<u32>(1.5) + u32(bitcast<i32>(7)) + bitcast<u32>(vec2h_like.x);
const vec2h_like = vec2(1i, 2i);
const q = (all(vec2(true, 1 < 2)) && any(vec3(false))) || (!(1 >= 2) && (true | false) != (true & (1.5 <= 2.0)));
const r = -1 + ~2 - ((3 << 2) >> 1) * 7 / 2 % 3 - (4 ^ 5);
const s = array(1.5, 2, 3)[1] + vec4(1, 2, 3, 4).wzyx.xy.y + mat2x2(1.0, 2, 3, 4)[1].x + array<vec2f, 2>()[0].x;
const t = vec3<f32>(vec2(1, 2), 3) + vec3f(1) + vec3<f32>(vec3i(1, 2, 3));
const u = bool(1) != bool(0.5) && u32(true) + u32(1.5) + u32(2i) == 4 && f32(3u) + f32(true) > 1 && i32(-1.5) < 0;
const v = array(frexp(1.5), frexp(2.0));
const w = modf(vec3(1.5, -2.5, 3.25));
const_assert r != 3 && 1e300 > 1e-300 && 9223372036854775807 > 0 && -0.0 == 0.0 && 0x1p-149f > 0;
struct Row { cells: array<vec2<i32>, 3>, @align(32) next: u32, @size(64) tail: mat4x3<f32> }
alias Rows = array<Row, 2>;
const rows = Rows(Row(array(vec2(1, 2), vec2(3, 4), vec2()), 5, mat4x3f()), Row());
override width: u32 = 4;
override big = width * 2 + u32(q);
@id(3) override on: bool = (width > 2 && big < 100) || false;
override scale: f32 = 1.5 * sin(1.0);
alias Tile = array<f32, width + 1>;
var<workgroup> tile: Tile;
var<workgroup> other: array<array<u32, 3>, big>;
var<private> seed = width + 3;
var<private> table = array(3u, 1, 4, 1, 5);
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(1) @binding(7) var<uniform> params: array<vec4<u32>, 4>;
const bad = 7u;
const worse = bad + 1;
fn at(p: ptr<workgroup, Tile>, i: u32) -> f32 { return p[i]; }
@compute @workgroup_size(width, big, 1)
fn main(@builtin(local_invocation_index) index: u32, @builtin(num_workgroups) count: vec3<u32>) {
  const here = a + b + c + d + f32(e) + f;
  let late = 200u;
  var row = rows[index % 2];
  var copy = array<Row, 2>();
  copy[index & 1] = row;
  let big_shift = (1u << (index & 31)) >> 2;
  let both = vec4(f32(row.cells[late % 3].x), here, at(&tile, index), scale);
  out[index] = both.x + both.wzyx.y + f32(table[index]) + f32(v[index % 2].exp) + w.whole[index % 3] + g.x + h.y + k;
  out[index + 1] = o + s + t.x + f32(i + j.x) + f32(l + m + n + p) + select(0.0, 1.0, on) + f32(big_shift);
  let e2 = modf(out[3]);
  out[2] = e2.fract + frexp(out[4]).fract + f32(frexp(vec2(out[5], 1)).exp.y);
  assert(index < 100, bad, index);
  if out[0] > 3 { trap(worse, seed); }
  trap(9, 1u);
  trap(bad, params[late % 4].y);
}
@compute @workgroup_size(64) fn second() { _ = other[big - 1][2]; workgroupBarrier(); }
//! entry main
//! accepted
