struct Pair
  a: u32,
  b: u32,
}
@compute @workgroup_size(1)
fn main() {
  let p = Pair(1, 2.5);
}
//! error 1:12 wgsl.syntax "expected '{' after a structure's name, found the end of the line"
//! error 7:19 wgsl.type_mismatch "member 'b' must be 'u32', found 'abstract-float'"
