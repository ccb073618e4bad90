var<workgroup> limit: u32;
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: atomic<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  if lane == 7 { limit = source[0]; }
  for (var k = 0u; k < workgroupUniformLoad(&limit); k++) {
    workgroupBarrier();
    atomicAdd(&out, 1);
  }
}
//! in source = u32: 3
//! grid 1
//! out out = u32: 96
