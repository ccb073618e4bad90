requires uniform_buffer_standard_layout;

struct Inner { a: f32 }
struct Outer {
  first: u32,
  inner: Inner,
  after: f32,
  pairs: array<vec2f, 3>,
  words: array<u32, 5>,
  cells: array<Inner, 2>,
  turn: mat3x2f,
}
@group(0) @binding(0) var<uniform> outer: Outer;
@group(0) @binding(1) var<uniform> weights: array<f32, 5>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  let turned = outer.turn * vec3f(1, 10, 100);
  out[k] = weights[k] + outer.pairs[k].y * 10 + f32(outer.words[k]) * 100 + outer.cells[k].a * 1000;
  if k == 7 {
    out[7] = f32(outer.first) + outer.inner.a * 10 + outer.after * 100 + turned.x * 1000 + turned.y;
  }
}
//! in weights = f32: 1, 2, 3, 4, 5
//! in outer = f32: 1.4e-45, 2, 3, 99, 1, 2, 3, 4, 5, 6, 1.4e-45, 2.8e-45, 4.2e-45, 5.6e-45, 7e-45, 7, 8, 99, 1, 0.5, 2, 0.25, 3, 0
//! size out = 8
//! out out = f32: 7121, 8242, 363, 404, 505, 0, 0, 321324
