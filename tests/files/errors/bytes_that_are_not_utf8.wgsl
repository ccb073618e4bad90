@compute @workgroup_size(1)
fn main() {
  // ÿ
}
//! error 3:6 wgsl.encoding "expected UTF-8 text, found the byte 0xFF"
