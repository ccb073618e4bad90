// Divisions by zero, and of the smallest integer by -1, have their results wherever the zero comes from, and vectors
// made of them are computed with like others. Drivers know variables that nobody stores for constants.
struct Unset { m: array<u32, 4>, v: vec3<u32> }
@group(0) @binding(0) var<storage, read> inp: array<i32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<private> s: Unset;
var<private> zero: u32;
var<private> one: u32 = 1u;
var<private> none: i32;
var<private> unit: i32 = 1;
var<private> minus: i32 = -1;
var<private> lowest: i32 = -2147483648;

// 0 where `found` is `expected`, alone and as a component.
fn differs(found: u32, expected: u32) -> u32 {
  let two = vec2(found, expected);
  var wrong = select(1u, 0u, found == expected);
  wrong |= select(2u, 0u, all(two == vec2(expected)));
  wrong |= select(4u, 0u, all(vec2(found) == vec2(expected)));
  wrong |= select(8u, 0u, all(~vec2(found) == vec2(~expected)));
  wrong |= select(16u, 0u, all((vec2(found) | vec2(6u)) == vec2(expected | 6u)));
  wrong |= select(32u, 0u, all((vec2(6u) << (vec2(found) & vec2(31u))) == vec2(6u << (expected & 31u))));
  wrong |= select(64u, 0u, all(two + vec2(1u, 6u) == vec2(expected) + vec2(1u, 6u)));
  wrong |= select(128u, 0u, all(vec2(8u) / vec2(found) == vec2(8u / two.y)));
  wrong |= select(256u, 0u, all(vec2(8u) % vec2(found) == vec2(8u % two.y)));
  return wrong;
}

@compute @workgroup_size(1)
fn main() {
  let n = inp[0];
  let x = u32(-n);
  let least = inp[1];
  let v = vec2(x, 5u);
  let w = vec2(n, least);
  out[0] = differs(x / zero, 77u);
  out[1] = differs(x % zero, 0u);
  out[2] = differs(x % one, 0u);
  out[3] = differs(x / one, 77u);
  out[4] = differs(x % 1u, 0u);
  out[5] = differs(zero / x, 0u);
  out[6] = differs(zero % x, 0u);
  out[7] = differs(zero / zero, 0u);
  out[8] = differs(zero % zero, 0u);
  out[9] = differs(5u / zero, 5u);
  out[10] = differs(5u % zero, 0u);
  out[11] = differs((x % 4u) % zero, 0u);
  out[12] = differs((x / 4u) / zero, 19u);
  out[13] = differs(x % (x % one), 0u);
  out[14] = differs(x / (x % one), 77u);
  out[15] = differs(x % (x % zero), 0u);
  out[16] = differs(x / (x / zero - x), 77u);
  out[17] = differs((x % zero) / (x % zero), 0u);
  out[18] = differs(x / s.m[3], 77u);
  out[19] = differs(x % s.m[3], 0u);
  out[20] = differs(x % s.v.y, 0u);
  out[21] = differs(x / s.v.z, 77u);
  out[22] = differs((v / zero).y, 5u);
  out[23] = differs((v % zero).y, 0u);
  out[24] = differs((v % vec2(zero, one)).y, 0u);
  out[25] = differs((v / vec2(zero, one)).x, 77u);
  out[26] = differs((vec2(9u) / (x % zero)).y, 9u);
  out[27] = differs((vec2(9u) % (x % one)).x, 0u);
  out[28] = differs((x / vec2(zero)).x, 77u);
  out[29] = differs((x % vec2(one)).y, 0u);
  out[30] = differs((v / s.v.xy).x, 77u);
  out[31] = differs((v % s.v.xy).x, 0u);
  out[32] = differs((v % 1u).x, 0u);
  out[33] = differs((v % vec2(1u, 3u)).x, 0u);
  out[34] = differs(bitcast<u32>(n / none), 4294967219u);
  out[35] = differs(bitcast<u32>(n % none), 0u);
  out[36] = differs(bitcast<u32>(n % unit), 0u);
  out[37] = differs(bitcast<u32>(n % -unit), 0u);
  out[38] = differs(bitcast<u32>(n / -unit), 77u);
  out[39] = differs(bitcast<u32>(none / n), 0u);
  out[40] = differs(bitcast<u32>(none % n), 0u);
  out[41] = differs(bitcast<u32>(n % (n % unit)), 0u);
  out[42] = differs(bitcast<u32>(n / (n % -unit)), 4294967219u);
  out[43] = differs(bitcast<u32>(least / minus), 2147483648u);
  out[44] = differs(bitcast<u32>(least % minus), 0u);
  out[45] = differs(bitcast<u32>(least / none), 2147483648u);
  out[46] = differs(bitcast<u32>(least % none), 0u);
  out[47] = differs(bitcast<u32>((least / minus) / none), 2147483648u);
  out[48] = differs(bitcast<u32>((least % minus) % none), 0u);
  out[49] = differs(bitcast<u32>(7 / (least % minus)), 7u);
  out[50] = differs(bitcast<u32>(7 % (least % minus)), 0u);
  out[51] = differs(bitcast<u32>(lowest / minus), 2147483648u);
  out[52] = differs(bitcast<u32>(lowest % minus), 0u);
  out[53] = differs(bitcast<u32>(lowest / bitcast<i32>(~zero)), 2147483648u);
  out[54] = differs(bitcast<u32>((w / none).x), 4294967219u);
  out[55] = differs(bitcast<u32>((w % none).x), 0u);
  out[56] = differs(bitcast<u32>((w / minus).y), 2147483648u);
  out[57] = differs(bitcast<u32>((w % minus).y), 0u);
  out[58] = differs(bitcast<u32>((w / vec2(minus)).x), 77u);
  out[59] = differs(bitcast<u32>((w % vec2(none, minus)).y), 0u);
  out[60] = differs(bitcast<u32>((vec2(9) / (n % unit)).x), 9u);
  out[61] = differs(bitcast<u32>((vec2(9) % (n % minus)).y), 0u);
  out[62] = differs(bitcast<u32>((n / vec2(none)).y), 4294967219u);
  out[63] = differs(bitcast<u32>((least % vec2(minus)).x), 0u);
}
//! grid 1
//! in inp = i32: -77, -2147483648
//! out out = u32: 0*64
//! size out = 64
