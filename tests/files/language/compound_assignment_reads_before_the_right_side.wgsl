var<private> x: u32 = 5;
fn change() -> u32 { x = 100; return 1; }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  x += change();
  out[0] = x;
  x = 5;
  x = x + change();
  out[1] = x;
  x = 5;
  x = change() + x;
  out[2] = x;
}
//! size out = 3
//! grid 1
//! out out = u32: 6, 6, 101
