@compute @workgroup_size(1)
fn main() {
  if true {
    let x = 1;
}
//! error 6:1 wgsl.syntax "expected '}'"
