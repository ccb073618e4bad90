fn first() -> u32 {
  return 1.5;
}
fn second() {
  let x = missing;
}
@compute @workgroup_size(1)
fn main() {}
//! error 2:10 wgsl.type_mismatch "result of 'first' must be 'u32', found 'abstract-float'"
//! error 5:11 wgsl.unresolved "nothing named 'missing' is declared"
