@compute @workgroup_size(1)
fn main() {
  let größe = 1; let x = höhe;
}
//! error 3:26 wgsl.unresolved "nothing named 'höhe' is declared"
