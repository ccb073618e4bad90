@compute @workgroup_size(1)
fn main() {
  let x = 1

  // Reading goes on as if it were there, types included.
  let y: u32 = 2.5;
  let z = x + y
}
//! error 3:12 wgsl.syntax "expected ';' after a declaration, found the end of the line"
//! error 6:16 wgsl.type_mismatch "initializer of 'y' must be 'u32', found 'abstract-float'"
//! error 7:16 wgsl.syntax "expected ';' after a declaration, found the end of the line"
