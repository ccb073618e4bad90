struct Inner { @size(8) a: u32, @align(16) b: u32 }
struct Outer {
  x: u32,
  inner: Inner,
  @size(32) y: vec3f,
  z: f32,
}
@group(0) @binding(0) var<storage, read> source: array<Outer, 2>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let one = source[id.x];
  out[id.x] = f32(one.x) + f32(one.inner.a) * 10 + f32(one.inner.b) * 100 + one.y.z * 1000 + one.z * 10000;
}
//! in source = f32: 1.4e-45, 99*3, 2.8e-45, 99*3, 4.2e-45, 99*3, 99, 99, 4, 99*5, 5, 99*3, 0, 99*3, 0, 99*3, 0, 99*3, 99, 99, 1, 99*5, 2, 99*3
//! size out = 2
//! out out = f32: 54321, 21000
