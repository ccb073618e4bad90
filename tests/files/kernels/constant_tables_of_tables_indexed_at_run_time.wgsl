const table = array(
  array(1u, 2u, 3u),
  array(10u, 20u, 30u),
);
const offsets = array<vec2<i32>, 4>(vec2(0, 1), vec2(1, 0), vec2(0, -1), vec2(-1, 0));
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> moved: array<vec2i>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  out[i] = table[i / 3][i % 3];
  if i < 4 {
    moved[i] = offsets[i] * 5;
  }
}
//! size out = 8
//! size moved = 4
//! out out = u32: 1, 2, 3, 10, 20, 30, 0, 0
//! out moved = i32: 0, 5, 5, 0, 0, -5, -5, 0
