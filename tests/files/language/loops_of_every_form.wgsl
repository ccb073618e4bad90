@group(0) @binding(0) var<storage, read> n: u32;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  var i = 0u;
  while i < n { i += 3; if i == 6 { continue; } out[0] += i; }
  for (var k = 0u; ; k++) { if k == n { break; } out[1] += k; }
  for (; out[2] < n * n; ) { out[2] += 7; }
  loop {
    if out[3] > n { break; }
    continuing { out[3] += 4; }
  }
  loop {
    var step = 2u;
    out[4] += step;
    if out[4] == 4 { continue; }
    out[5] += 1;
    continuing {
      step += 1;
      out[6] += step;
      break if out[4] >= n;
    }
  }
  for (var a = 0u; a < 3; a++) {
    for (var b = 0u; b < 3; b++) {
      if b == 1 { continue; }
      if a == 2 { break; }
      out[7] += a * 10 + b;
    }
  }
  { var scoped = 3u; { var scoped = 4u; out[8] += scoped; } out[8] += scoped * 10; }
}
//! in n = u32: 10
//! size out = 9
//! grid 1
//! out out = u32: 24, 45, 105, 12, 10, 4, 15, 24, 34
