@group(0) var<storage, read> a: array<u32>;
@compute @workgroup_size(1)
fn main() {
  let x = a[0];
}
//! error 1:30 wgsl.binding "variable 'a' in 'storage' needs '@group' and '@binding'"
