@compute @workgroup_size(1)
fn main() {
  let x = 1u << 32u;
}
//! error 3:11 wgsl.const "32"
