var<private> log: u32;
fn note(digit: u32) -> u32 { log = log * 10 + digit; return digit; }
fn flag(digit: u32, value: bool) -> bool { log = log * 10 + digit; return value; }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let sum = note(1) + note(2) * note(3);
  out[0] = log;
  log = 0;
  var a: array<u32, 4>;
  a[note(1)] = note(2);
  out[1] = log;
  log = 0;
  a[note(2)] += note(3);
  out[2] = log * 10 + a[2];
  log = 0;
  let both = (flag(1, false) && flag(2, true)) || flag(3, true);
  out[3] = log;
  log = 0;
  var x = 5u;
  var y = 0u;
  x += change(&y);
  out[4] = x;
  out[5] = max(note(4), note(5)) + sum + u32(both);
  out[6] = log;
}
fn change(p: ptr<function, u32>) -> u32 { *p = 100; return 1; }
//! size out = 7
//! grid 1
//! out out = u32: 123, 12, 233, 13, 6, 13, 45
