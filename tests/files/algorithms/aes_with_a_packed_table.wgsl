const SBOX = array<u32, 64>(0x7b777c63u, 0xc56f6bf2u, 0x2b670130u, 0x76abd7feu, 0x7dc982cau, 0xf04759fau, 0xafa2d4adu, 0xc072a49cu, 0x2693fdb7u, 0xccf73f36u, 0xf1e5a534u, 0x1531d871u, 0xc323c704u, 0x9a059618u, 0xe2801207u, 0x75b227ebu, 0x1a2c8309u, 0xa05a6e1bu, 0xb3d63b52u, 0x842fe329u, 0xed00d153u, 0x5bb1fc20u, 0x39becb6au, 0xcf584c4au, 0xfbaaefd0u, 0x85334d43u, 0x7f02f945u, 0xa89f3c50u, 0x8f40a351u, 0xf5389d92u, 0x21dab6bcu, 0xd2f3ff10u, 0xec130ccdu, 0x1744975fu, 0x3d7ea7c4u, 0x73195d64u, 0xdc4f8160u, 0x88902a22u, 0x14b8ee46u, 0xdb0b5edeu, 0xa3a32e0u, 0x5c240649u, 0x62acd3c2u, 0x79e49591u, 0x6d37c8e7u, 0xa94ed58du, 0xeaf4566cu, 0x8ae7a65u, 0x2e2578bau, 0xc6b4a61cu, 0x1f74dde8u, 0x8a8bbd4bu, 0x66b53e70u, 0xef60348u, 0xb9573561u, 0x9e1dc186u, 0x1198f8e1u, 0x948ed969u, 0xe9871e9bu, 0xdf2855ceu, 0xd89a18cu, 0x6842e6bfu, 0xf2d9941u, 0x16bb54b0u);
@group(0) @binding(0) var<uniform> key: vec4<u32>;
@group(0) @binding(1) var<storage, read_write> blocks: array<vec4<u32>>;
alias Block = array<u32, 16>;
fn sbox(x: u32) -> u32 { return extractBits(SBOX[x >> 2u], (x & 3u) * 8u, 8u); }
fn xtime(x: u32) -> u32 { return ((x << 1u) ^ select(0u, 0x1bu, (x & 0x80u) != 0u)) & 0xffu; }
fn unpack(v: vec4<u32>) -> Block {
  var b: Block;
  for (var i = 0u; i < 16u; i++) { b[i] = extractBits(v[i / 4u], 8u * (i % 4u), 8u); }
  return b;
}
fn pack(b: ptr<function, Block>) -> vec4<u32> {
  var v: vec4<u32>;
  for (var i = 0u; i < 16u; i++) { v[i / 4u] |= b[i] << (8u * (i % 4u)); }
  return v;
}
var<private> round_keys: array<Block, 11>;
fn expand() {
  round_keys[0] = unpack(key);
  var rcon = 1u;
  for (var r = 1u; r < 11u; r++) {
    for (var i = 0u; i < 16u; i++) {
      var t: u32;
      if (i < 4u) {
        t = sbox(round_keys[r - 1u][12u + (i + 1u) % 4u]);
        if (i == 0u) { t ^= rcon; rcon = xtime(rcon); }
      } else { t = round_keys[r][i - 4u]; }
      round_keys[r][i] = round_keys[r - 1u][i] ^ t;
    }
  }
}
fn add_key(s: ptr<function, Block>, k: ptr<private, Block>) { for (var i = 0; i < 16; i++) { (*s)[i] ^= (*k)[i]; } }
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&blocks)) { return; }
  expand();
  var s = unpack(blocks[id.x]);
  add_key(&s, &round_keys[0]);
  for (var r = 1u; r <= 10u; r++) {
    let old = s;
    for (var i = 0u; i < 16u; i++) { s[i] = sbox(old[(i + 4u * (i % 4u)) % 16u]); }
    if (r < 10u) {
      let m = s;
      for (var i = 0u; i < 16u; i++) {
        let c = i & ~3u;
        let a1 = m[c + ((i + 1u) & 3u)];
        s[i] = xtime(m[i]) ^ xtime(a1) ^ a1 ^ m[c + ((i + 2u) & 3u)] ^ m[c + ((i + 3u) & 3u)];
      }
    }
    add_key(&s, &round_keys[r]);
  }
  blocks[id.x] = pack(&s);
}
//! in key = u32: 50462976, 117835012, 185207048, 252579084
//! in blocks = u32: 415911333, 498806821, 3727430509, 779822038, 1916739289, 1897515807, 3600040983, 1553808457, 834560052, 4268301856, 3907952858, 1551866297, 4254673276, 630449583, 2941572668, 349698637, 3014565927, 790882814, 522318474, 3314672798
//! out blocks = u32: 3475020014, 3443196469, 665325979, 2621790060, 2739613606, 577298347, 942598886, 900801372, 623523347, 688479455, 3849182648, 1726180472, 14062485, 1710800183, 3023440820, 1577119157, 3590537422, 2909249555, 3816014167, 3550331642
