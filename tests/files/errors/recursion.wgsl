fn down(n: u32) -> u32 {
  if n == 0 { return 0; }
  return down(n - 1);
}
@compute @workgroup_size(1)
fn main() {
  let y = down(2);
}
//! error 3:10 wgsl.recursion "'down' calls 'down': functions cannot be recursive"
