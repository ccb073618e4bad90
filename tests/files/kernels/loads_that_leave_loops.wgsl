// What an invocation loaded in a loop before it left is what it goes on with, however long others stay.
@group(0) @binding(0) var<storage, read> words: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> swaps: array<atomic<u32>>;

// Behind the loop the same is loaded again.
fn at_the_head(me: u32) -> u32 {
  var i = 0u;
  for (; words[(i + me) & 15] < 5; i++) {
  }
  return words[(i + me) & 15];
}

fn from_an_array(me: u32) -> u32 {
  var left = 4u;
  var sum = 0u;
  loop {
    let few = array(0u, 0u, 0u, words[6], 0u, words[9]);
    sum = sum * 16 + few[me % 6] + 1;
    continuing {
      left--;
      break if left == 0 || atomicCompareExchangeWeak(&swaps[me], 0, 0).exchanged;
    }
  }
  return sum;
}

fn in_nested_loops(me: u32) -> vec2<u32> {
  var sum = 0u;
  var n = 0u;
  loop {
    var k = 0u;
    loop {
      let few = array(words[n & 15], words[(n + 1) & 15], words[(n + 2) & 15], words[(n + 3) & 15]);
      sum = sum * 2 + few[(me + k) & 3];
      k++;
      if k > words[me & 15] { break; }
    }
    n++;
    if n * 3 > words[(me + 8) & 15] { break; }
  }
  return vec2(sum, n);
}

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) me: u32) {
  out[me] = vec4(at_the_head(me), from_an_array(me), in_nested_loops(me));
}
//! grid 1
//! size out = 8
//! in words = u32: 9, 1, 2, 3, 4, 1, 7, 3, 2, 6, 1, 1, 1, 8, 2, 1
//! in swaps = u32: 1, 0, 1, 1, 0, 0, 1, 0
//! out out = u32: 9, 4369, 5663, 1, 7, 1, 102, 3, 7, 4369, 23, 1, 7, 34952, 64, 1, 7, 1, 175, 1, 7, 7, 102, 3, 7, 4369, 799, 1, 6, 1, 64, 1
