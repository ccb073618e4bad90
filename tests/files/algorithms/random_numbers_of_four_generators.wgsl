// PCG, its form of three words, xorshift and Philox, whose products of 64 bits are made of 16-bit parts.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> floats: array<f32>;
fn pcg(v: u32) -> u32 {
  let state = v * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}
fn pcg3d(p: vec3u) -> vec3u {
  var v = p * 1664525u + 1013904223u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  v ^= v >> vec3u(16u);
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  return v;
}
fn xorshift(s: ptr<function, u32>) -> u32 {
  var x = *s; x ^= x << 13; x ^= x >> 17; x ^= x << 5;
  *s = x;
  return x;
}
fn rand01(s: ptr<function, u32>) -> f32 { return bitcast<f32>((xorshift(s) >> 9u) | 0x3f800000u) - 1.0; }
fn umul32hi(a: u32, b: u32) -> u32 {
  let a0 = a & 0xffff; let a1 = a >> 16; let b0 = b & 0xffff; let b1 = b >> 16;
  let t = a0 * b0; let u = a1 * b0 + (t >> 16); let v = a0 * b1 + (u & 0xffff);
  return a1 * b1 + (u >> 16) + (v >> 16);
}
fn philox(ctr: vec4u, key: vec2u) -> vec4u {
  var c = ctr; var k = key;
  for (var i = 0; i < 10; i++) {
    let h0 = umul32hi(0xD2511F53u, c.x); let l0 = 0xD2511F53u * c.x;
    let h1 = umul32hi(0xCD9E8D57, c.z); let l1 = 0xCD9E8D57 * c.z;
    c = vec4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
    k += vec2(0x9E3779B9, 0xBB67AE85);
  }
  return c;
}
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) g: vec3u) {
  let i = g.x;
  if i >= arrayLength(&floats) { return; }
  var s = i + 1u;
  out[i * 9] = pcg(i);
  let p = pcg3d(vec3(i, i * 7, 3)); out[i * 9 + 1] = p.x; out[i * 9 + 2] = p.y; out[i * 9 + 3] = p.z;
  out[i * 9 + 4] = xorshift(&s);
  let q = philox(vec4(i, 0, 0, 0), vec2(1234, 5678));
  for (var j = 0u; j < 4; j++) { out[i * 9 + 5 + j] = q[j]; }
  floats[i] = rand01(&s);
}
//! extent 4
//! size out = 36
//! size floats = 4
//! out out = u32: 0x7bb2fe2, 0xf832300d, 0x2eeb88a4, 0x9b8fe454, 0x42021, 0x24102798, 0x8bdfe060, 0x23c92b01, 0x98edcea, 0xa8beea3c, 0x11366505, 0x5f00104e, 0xdb574ea8, 0x84042, 0x4d879891, 0xbaa74508, 0x775bf4fa, 0x676c46c3, 0x7a7ecc88, 0xdb3f47c, 0xb0720468, 0x36e9ffcb, 0xc6063, 0xae04d1c1, 0x67f3473a, 0xd8f82a1, 0x46971e05, 0x7f0ef6bc, 0x1c3bdaae, 0x661d5da4, 0x80620594, 0x108084, 0x389b0b13, 0xd535f7be, 0x4d49e41d, 0x385d77cc
//! out floats = f32: 0.015747427940368652, 0.031258344650268555, 0.047005295753479004, 0.06251668930053711
