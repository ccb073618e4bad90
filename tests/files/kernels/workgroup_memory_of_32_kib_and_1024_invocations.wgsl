//! device reference lowered lavapipe
var<workgroup> values: array<u32, 8192>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1024)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var k = 0u; k < 8; k++) {
    values[k * 1024 + lane] = k * 1024 + lane;
  }
  workgroupBarrier();
  out[lane] = values[8191 - lane];
}
//! size out = 1024
//! grid 1
//! out out = u32: 8191..7168
