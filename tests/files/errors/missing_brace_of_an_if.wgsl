@compute @workgroup_size(1)
fn main() {
  var x = 1u;
  if x > 2
    x = 3;
  } else {
    x = 4.5;
  }
}
//! error 4:11 wgsl.syntax "expected '{' after the condition, found the end of the line"
//! error 7:9 wgsl.type_mismatch "assigned value must be 'u32', found 'abstract-float'"
