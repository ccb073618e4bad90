@compute @workgroup_size(1)
fn main() {
  let x = 1u << 32u;
}
//! error 3:11 wgsl.const_eval "shift count (32) is not less than the width (32) of 'u32'"
