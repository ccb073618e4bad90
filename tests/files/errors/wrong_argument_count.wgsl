fn twice(x: u32) -> u32 { return x * 2; }
@compute @workgroup_size(1)
fn main() {
  let y = twice(1, 2);
}
//! error 4:11 wgsl.argument_count "'twice' takes 1 argument, found 2"
