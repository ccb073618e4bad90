var<workgroup> shared_values: array<u32, 64>;
@group(0) @binding(0) var<storage, read> in: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  if id.x >= arrayLength(&in) {
    return;
  }
  shared_values[lane] = in[id.x];
  workgroupBarrier();
  out[id.x] = shared_values[63u - lane];
}
//! error 11:3 ir.uniformity "'workgroupBarrier' must be called from uniform control flow; the condition at 7:3 depends on 'global_invocation_id' at 6:40"
