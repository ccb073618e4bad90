// Lines, words and bytes of a text, as wc counts them in the C locale.
//
// A line is a line feed. A word starts at a printable byte that follows white space or the start of the
// text. A byte that is neither printable nor white space does not start a word and does not end one.
@group(0) @binding(0) var<storage, read> text: array<u32>;  // four bytes a word, the first lowest
@group(0) @binding(1) var<uniform> length: u32;             // bytes of the text
@group(0) @binding(2) var<storage, read_write> counts: Counts;

struct Counts {
  lines: atomic<u32>,
  words: atomic<u32>,
  bytes: atomic<u32>,
}

const workgroup_width = 64u;
const run = 256u;  // bytes that one invocation looks at in a turn

fn byte_at(i: u32) -> u32 {
  return (text[i / 4u] >> (i % 4u * 8u)) & 0xffu;
}

fn is_space(byte: u32) -> bool {
  return byte == 32u || (byte >= 9u && byte <= 13u);
}

fn is_printable(byte: u32) -> bool {
  return byte > 32u && byte < 127u;
}

// Whether a word is open just before byte `begin`: the last byte there that can tell decides.
fn in_word_before(begin: u32) -> bool {
  for (var i = begin; i > 0u; i--) {
    let byte = byte_at(i - 1u);
    if is_space(byte) {
      return false;
    }
    if is_printable(byte) {
      return true;
    }
  }
  return false;
}

@compute @workgroup_size(workgroup_width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let runs = length / run + select(0u, 1u, length % run != 0u);
  var lines = 0u;
  var words = 0u;
  for (var k = id.x; k < runs; k += groups.x * workgroup_width) {
    let begin = k * run;
    let end = begin + min(run, length - begin);
    var in_word = in_word_before(begin);
    for (var i = begin; i < end; i++) {
      let byte = byte_at(i);
      lines += u32(byte == 10u);
      if is_space(byte) {
        in_word = false;
      } else if is_printable(byte) {
        words += u32(!in_word);
        in_word = true;
      }
    }
  }
  atomicAdd(&counts.lines, lines);
  atomicAdd(&counts.words, words);
  if id.x == 0u {
    atomicStore(&counts.bytes, length);
  }
}
