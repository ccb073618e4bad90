const op_add = 0u;
const op_sub = op_add + 1;
const op_mul = 2;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  switch id.x {
    case op_add: { out[id.x] = 7 + 3; }
    case op_sub: { out[id.x] = 7 - 3; }
    case op_mul, default: { out[id.x] = 7 * 3; }
  }
}
//! size out = 4
//! out out = u32: 10, 4, 21, 21
