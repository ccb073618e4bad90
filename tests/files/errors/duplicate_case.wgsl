@compute @workgroup_size(1)
fn main() {
  switch 3 {
    case 1, 2: {}
    case 2: {}
    default: {}
  }
}
//! error 5:10 wgsl.switch "the switch has a second case 2"
