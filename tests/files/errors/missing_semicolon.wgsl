@compute @workgroup_size(1)
fn main() {
  let x = 1
  let y = 2;
}
//! error 4:3 wgsl.syntax "expected ';' after a declaration, found 'let'"
