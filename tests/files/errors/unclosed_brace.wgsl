@compute @workgroup_size(1)
fn main() {
  if true {
    let x = 1;
}
//! error 7:1 wgsl.syntax "expected '}' or a statement, found the end of the file"
