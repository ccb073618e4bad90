fn first() -> u32 {
  return 1.5;
}
fn second() {
  let x = missing;
}
@compute @workgroup_size(1)
fn main() {}
//! error 2:10 wgsl.type "cannot"
//! error 5:11 wgsl.unresolved "missing"
