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
//! error 4:3 wgsl.layout "member 'inner' of 'outer' in uniform memory must lie at a multiple of 16 bytes, and is at 4"
