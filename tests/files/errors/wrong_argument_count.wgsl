fn twice(x: u32) -> u32 { return x * 2; }
@compute @workgroup_size(1)
fn main() {
  let y = twice(1, 2);
}
//! error 4:11 wgsl.call "expected 1"
