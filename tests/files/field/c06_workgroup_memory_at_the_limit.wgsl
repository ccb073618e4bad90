var<workgroup> values: array<u32, 4096>;
@group(0) @binding(0) var<storage, read_write> out: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var k = lane; k < 4096u; k += 64u) {
    values[k] = k;
  }
  workgroupBarrier();
  if lane == 0u {
    out = values[0] + values[4095];
  }
}
//! grid 1
//! out out = u32: 4095
