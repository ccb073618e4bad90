var<workgroup> shared_values: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  shared_values[lane] = lane;
  workgroupBarrier();
  let value = shared_values[(lane + 1u) % 64u];
  workgroupBarrier();
  shared_values[lane] = 2u * value;
  workgroupBarrier();
  out[group.x * 64u + lane] = shared_values[(lane + 1u) % 64u];
}
//! size out = 64000
//! grid 1000
//! out out = u32: (4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126, 0, 2)*1000
