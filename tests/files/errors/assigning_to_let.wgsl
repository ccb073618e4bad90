@compute @workgroup_size(1)
fn main() {
  let x = 1;
  x = 2;
}
//! error 4:3 wgsl.assignment "cannot assign: 'x' is a 'let'"
