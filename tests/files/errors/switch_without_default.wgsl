@compute @workgroup_size(1)
fn main() {
  switch 3 {
    case 1: {}
  }
}
//! error 3:3 wgsl.switch "the switch has no 'default'"
