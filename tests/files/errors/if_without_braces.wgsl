// Nothing closes a block here, so what follows is not read as one.
@compute @workgroup_size(1)
fn main() {
  var x = 1u;
  if x > 3
    x = 5;
  x = ;
}
//! error 5:11 wgsl.syntax "expected '{' after the condition, found the end of the line"
//! error 7:7 wgsl.syntax "expected an expression, found ';'"
