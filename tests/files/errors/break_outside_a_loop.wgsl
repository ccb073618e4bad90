@compute @workgroup_size(1)
fn main() {
  break;
}
//! error 3:3 wgsl.behavior "'break' must be in a loop or switch"
