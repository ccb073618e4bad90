struct Inner { x: f32 }
struct Outer {
  a: f32,
  inner: Inner,
}
@group(0) @binding(0) var<uniform> outer: Outer;
@compute @workgroup_size(1)
fn main() {
  let x = outer.inner.x;
}
//! error 6:36 ir.layout "16"
