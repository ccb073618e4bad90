// A zero that a compiler finds in a variable never stored is one like any other where vectors are made of it.
struct Inner { factor: f32, words: array<u32, 3> }
struct Outer { scalar: i32, inner: Inner, wide: vec3<i32>, flag: bool }
@group(0) @binding(0) var<storage, read> inp: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4<u32>>;
var<private> scalar: u32;
var<private> wide: vec3<u32>;
var<private> nested: Outer;
var<private> flags: vec2<bool>;

@compute @workgroup_size(1)
fn main() {
  var local: Outer;
  var table: array<vec2<u32>, 5>;
  let n = vec3<u32>(inp[0], 5, 0);
  out[0] = vec4(n / scalar, scalar);
  out[1] = vec4(n % wide.y, 1);
  out[2] = vec4(n / nested.inner.words[2], 2);
  out[3] = vec4(vec3<u32>(vec3<i32>(n) / -nested.wide.z), 3);
  out[4] = vec4(n / table[4].x, 4);
  out[5] = vec4(n % local.inner.words[1], 5);
  let zeros = vec4<u32>(scalar, wide.x, table[0].y, local.inner.words[0]);
  out[6] = zeros | vec4(6u);
  out[7] = ~zeros;
  out[8] = vec4(7u) << zeros;
  out[9] = select(vec4(9u), vec4(8u), zeros == vec4(0u));
  out[10] = select(vec4(9u), vec4(8u), zeros < vec4(1u));
  let off = !vec3<bool>(flags.x, nested.flag, local.flag);
  out[11] = vec4(select(vec3(9u), vec3(8u), off), select(9u, 8u, all(off)));
  out[12] = vec4<u32>(select(vec4(9.0), vec4(8.0), vec4(nested.inner.factor) == vec4(local.inner.factor)));
  out[13] = vec4<u32>(vec4(local.scalar, nested.scalar, local.wide.xy) - vec4(-3, -2, -1, 0));
}
//! grid 1
//! size out = 14
//! in inp = u32: 77
//! out out = u32: 77, 5, 0*2, 0*3, 1, 77, 5, 0, 2, 77, 5, 0, 3, 77, 5, 0, 4, 0*3, 5, 6*4, 0xffffffff*4, 7*4, 8*4, 8*4, 8*4, 8*4, 3, 2, 1, 0
