@compute @workgroup_size(1)
fn main() {
  let shared = 1;
}
//! error 3:7 wgsl.identifier "'shared' is a reserved word and cannot be a name"
