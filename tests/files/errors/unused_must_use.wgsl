@compute @workgroup_size(1)
fn main() {
  abs(1);
}
//! error 3:3 wgsl.must_use "the result of 'abs' must be used"
