struct Pair { x: f32, y: f32 }
@compute @workgroup_size(1)
fn main() {
  var p: Pair;
  p.z = 1.0;
}
//! error 5:5 wgsl.unresolved "'Pair' has no member named 'z'"
