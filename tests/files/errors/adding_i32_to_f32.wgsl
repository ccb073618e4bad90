@compute @workgroup_size(1)
fn main() {
  let a = 1i;
  let b = 2.0f;
  let c = a + b;
}
//! error 5:13 wgsl.no_overload "operator '+' does not take 'i32' and 'f32'"
