@compute @workgroup_size(1)
fn main() {
  let x = y + 1;
}
//! error 3:11 wgsl.unresolved "nothing named 'y' is declared"
