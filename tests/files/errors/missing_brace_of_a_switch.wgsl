@compute @workgroup_size(1)
fn main() {
  switch 1
    case 1 { let x: u32 = 2.5; }
    default { }
  }
}
//! error 3:11 wgsl.syntax "expected '{' after a selector, found the end of the line"
//! error 4:27 wgsl.type_mismatch "initializer of 'x' must be 'u32', found 'abstract-float'"
