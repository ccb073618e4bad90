// Each invocation leaves a loop with what it assigned last, however long others stay.
struct Pair { wide: vec4<u32>, word: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> rounds: array<u32>;
var<private> kept: vec2<u32> = vec2(100);

fn found(most: u32, me: u32) -> u32 {
  var i = 0u;
  loop {
    i++;
    let value = i * 7 + me;
    if i >= most { return value; }
  }
}

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) me: u32) {
  let most = rounds[me];
  var i = 0u;
  var vector = vec4(256u);
  var last = 0u;
  loop {
    vector += vec4(1, 2, i, me);
    last = countOneBits(i) * 7 + me;
    i++;
    if i >= most { break; }
  }
  out[me * 4] = vec4(vector.xyz, last);

  var pair: Pair;
  loop {
    pair.wide += 3;
    kept = kept.yx + vec2(i, 1);
    continuing {
      i--;
      pair.word = i * 5;
      break if i == 0 || kept.x > 1000;
    }
  }
  out[me * 4 + 1] = pair.wide;
  out[me * 4 + 2] = vec4(pair.word, kept, i);

  var both = vec3(1u);
  for (var n = 0u; n < 100; n++) {
    both += vec3(n, 1, me);
    if n == most { break; }
    both.x *= 2;
    if n == most + me { continue; }
    both.z ^= n;
  }
  out[me * 4 + 3] = vec4(both, found(most, me));
}
//! grid 1
//! size out = 32
//! in rounds = u32: 1, 2, 3, 4, 9, 5, 2, 7
//! out out = u32: 257, 258, 256, 0, 3, 3, 3, 3, 0, 101, 101, 0, 3, 3, 1, 7, 258, 260, 257, 8, 6, 6, 6, 6, 0, 102, 103, 0, 8, 4, 3, 15, 259, 262, 259, 9, 9, 9, 9, 9, 0, 105, 104, 0, 19, 5, 6, 23, 260, 264, 262, 17, 12, 12, 12, 12, 0, 106, 108, 0, 42, 6, 16, 31, 265, 274, 292, 11, 27, 27, 27, 27, 0, 129, 125, 0, 1525, 11, 33, 67, 261, 266, 266, 12, 15, 15, 15, 15, 0, 111, 109, 0, 89, 7, 23, 40, 258, 260, 257, 13, 6, 6, 6, 6, 0, 102, 103, 0, 8, 4, 18, 20, 263, 270, 277, 21, 21, 21, 21, 21, 0, 119, 116, 0, 375, 9, 54, 56
