@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var value = 0u;
  switch id.x {
    case 2: { value = 20u; }
    default: { value = 7u; }
    case 5, 6: { value = 56u; }
  }
  out[id.x] = value;
}
//! size out = 8
//! out out = u32: 7, 7, 20, 7, 7, 56, 56, 7
