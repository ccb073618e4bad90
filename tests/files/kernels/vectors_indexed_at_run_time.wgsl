@group(0) @binding(0) var<storage, read> v: vec3f;
@group(0) @binding(1) var<storage, read_write> read_back: array<f32>;
@group(0) @binding(2) var<storage, read_write> written: array<vec4u>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let copy = v;
  read_back[i] = copy[i] + v[i];
  var w = vec4u(1);
  w[i] = 9;
  w[i] += 1;
  written[i] = w;
}
//! in v = f32: 1, 2, 3
//! size read_back = 4
//! size written = 4
//! out read_back = f32: 2, 4, 6, 0
//! out written = u32: 10, 1, 1, 1, 1, 10, 1, 1, 1, 1, 10, 1, 1, 1, 1, 10
