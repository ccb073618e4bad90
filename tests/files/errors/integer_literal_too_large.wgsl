@compute @workgroup_size(1)
fn main() {
  let x = 4294967296u;
}
//! error 3:11 wgsl.literal "'4294967296u' is larger than u32 can hold (4294967295)"
