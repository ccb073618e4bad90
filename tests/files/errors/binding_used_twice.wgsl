@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main() {
  b[0] = a[0];
}
//! error 2:48 wgsl.binding "'a' and 'b' are both at @group(0) @binding(0), and entry point 'main' uses both"
