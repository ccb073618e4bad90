// A loop that leaves by a break below an inner loop keeps what both assigned, however long others stay in either.
@group(0) @binding(0) var<storage, read_write> out: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> rounds: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) me: u32) {
  let most = rounds[me];
  var i = 0u;
  var outer = vec2(0u);
  loop {
    var inner = vec2(i);
    loop {
      inner += vec2(1, 2);
      if inner.x >= most { break; }
    }
    outer += inner;
    i++;
    if i * 2 > most { break; }
  }
  out[me] = vec4(outer, i, 0);
}
//! extent 8
//! size out = 8
//! in rounds = u32: 1, 2, 3, 4, 9, 5, 2, 7
//! out out = u32: 1, 2, 1, 0, 4, 7, 2, 0, 6, 11, 2, 0, 12, 21, 3, 0, 45, 80, 5, 0, 15, 27, 3, 0, 4, 7, 2, 0, 28, 50, 4, 0
