// An invocation of a message each; blocks of 64 bytes.
struct Message { words: array<u32, 48>, }
@group(0) @binding(0) var<storage, read> messages: array<Message>;
@group(0) @binding(1) var<storage, read> block_counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> digests: array<array<u32, 8>>;
const k = array<u32, 64>(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,

);
fn rotr(x: u32, n: u32) -> u32 { return (x >> n) | (x << (32u - n)); }
fn swap(x: u32) -> u32 {
  return ((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24);
}
fn compress(state: ptr<function, array<u32, 8>>, message: u32, block: u32) {
  var w: array<u32, 64>;
  for (var t = 0u; t < 16; t++) { w[t] = swap(messages[message].words[block * 16 + t]); }
  for (var t = 16u; t < 64; t++) {
    let s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    let s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  var v = *state;
  for (var t = 0u; t < 64; t++) {
    let s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
    let ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
    let t1 = v[7] + s1 + ch + k[t] + w[t];
    let s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
    let maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    v = array(t1 + s0 + maj, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]);
  }
  for (var n = 0u; n < 8; n++) { (*state)[n] += v[n]; }
}
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x >= arrayLength(&block_counts) { return; }
  var state = array<u32, 8>(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
  for (var block = 0u; block < block_counts[id.x]; block++) { compress(&state, id.x, block); }
  digests[id.x] = state;
}
//! in messages = u32: 2153996897, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 402653184, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 1633771873, 2153865569, 0, 3087073280, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1885957235, 544825719, 1885957235, 544825719, 1885957235, 544825719, 1885957235, 544825719, 1885957235, 544825719, 1885957235, 544825719, 1885957235, 544825719, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3221291008, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
//! in block_counts = u32: 1, 1, 1, 2
//! size digests = 4
//! extent 4
//! out digests = u32: 3128432319, 2399260650, 1094795486, 1571693091, 2953011619, 2518121116, 3021012833, 4060091821, 3820012610, 2566659092, 2600203464, 2574235940, 665731556, 1687917388, 2761267483, 2018687061, 2672005368, 3540790745, 784986261, 3059624858, 3920668965, 2770701860, 480190097, 259212056, 1622218904, 2379736689, 2956890743, 199917013, 1321091137, 989828124, 1059327719, 3314048283
