fn twice(x: u32) -> u32
  return x + x;
}
@compute @workgroup_size(1)
fn main() {
  let y: u32 = 2.5;
  _ = twice(y);
}
//! error 1:24 wgsl.syntax "expected '{' after a function's header, found the end of the line"
//! error 6:16 wgsl.type_mismatch "initializer of 'y' must be 'u32', found 'abstract-float'"
