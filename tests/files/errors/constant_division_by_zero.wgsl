@compute @workgroup_size(1)
fn main() {
  const zero = 0;
  let x = 1 / zero;
}
//! error 4:11 wgsl.const_eval "integer division by zero"
