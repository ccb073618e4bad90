@compute @workgroup_size(1)
fn main() {
  // ÿ
}
//! error 3:6 wgsl.syntax "UTF-8"
