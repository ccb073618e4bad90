const four = 4;
override limit = 6u;
alias Code = u32;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn named(x: u32) -> u32 {
  switch x {
    case 1, 2: { return 12; }
    case four, four + 1, { return 45; }
    case 0x80000000 { return 8; }
    default { }
  }
  return 9;
}
fn signed(x: i32) -> u32 {
  switch (x) {
    default: { return 1; }
    case -1: { return 2; }
    case 0x7fffffff: { return 3; }
  }
}
fn default_among_others(x: Code) -> u32 {
  var y = 5u;
  switch x {
    case 3, default, 7: { y = 37; }
    case 4: { y = 4; break; }
    case 5: { if y == 5 { break; } y = 99; }
  }
  return y;
}
fn inside_a_loop(n: u32) -> u32 {
  var sum = 0u;
  for (var i = 0u; i < n; i++) {
    switch i % 4 {
      case 0: { continue; }
      case 1: { sum += 1; break; }
      case 2: { switch sum { case 101: { sum += 10; } default: { break; } } }
      default: { if i > 4 { return sum + 1000; } }
    }
    sum += 100;
  }
  return sum;
}
fn selected_once() -> u32 {
  var calls = 0u;
  switch count(&calls) { case 7: { calls = 70; } case 1: { calls += 20; } default: { calls = 90; } }
  return calls;
}
fn count(calls: ptr<function, u32>) -> u32 { *calls += 1; return *calls; }
fn mixed_constants() -> u32 {
  switch four { case 4u: { return 1; } default: { return 2; } }
}

@compute @workgroup_size(1)
fn main() {
  out[0] = named(1) * 10000 + named(5) * 100 + named(2);
  out[1] = named(0x80000000) * 10 + named(3);
  out[2] = signed(-1) * 100 + signed(2147483647) * 10 + signed(0);
  out[3] = default_among_others(7) * 1000000 + default_among_others(4) * 10000 + default_among_others(0) * 100 +
           default_among_others(5);
  out[4] = inside_a_loop(4);
  out[5] = inside_a_loop(10);
  out[6] = selected_once();
  out[7] = mixed_constants();
  switch limit { case 6: { out[8] = 66; } default: { out[8] = 77; } }
  switch out[8] { default: { } }
}
//! size out = 9
//! grid 1
//! run
//! out out = u32: 124512, 89, 231, 37043705, 311, 1512, 21, 1, 66
//! run
//! set limit = 5
//! out out = u32: 124512, 89, 231, 37043705, 311, 1512, 21, 1, 77
