var<workgroup> shared_values: array<u32, 64>;
@group(0) @binding(0) var<storage, read> in: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let n = arrayLength(&in);
  shared_values[lane] = select(0u, in[id.x], id.x < n);
  workgroupBarrier();
  if id.x < n {
    out[id.x] = shared_values[63u - lane];
  }
}
//! in in = u32: 1..70
//! size out = 70
//! grid 2
//! out out = u32: 64..1, 0*6
