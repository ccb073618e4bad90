fn pick(x: u32) -> u32 {
  if x > 1 {
    return x;
  }
}
@compute @workgroup_size(1)
fn main() {
  let y = pick(2);
}
//! error 1:4 wgsl.behavior "'pick' can reach its end without returning a value of type 'u32'"
