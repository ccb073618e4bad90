override width = 4u;
override rows = width / 2 + 1;
var<workgroup> tile: array<u32, width * rows>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(width, rows)
fn main(@builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) index: u32) {
  tile[index] = local.y * 10 + local.x;
  workgroupBarrier();
  out[index] = tile[width * rows - 1 - index];
}
//! grid 1
//! run
//! size out = 12
//! out out = u32: 23..20, 13..10, 3..0
//! run
//! set width = 2
//! size out = 4
//! out out = u32: 11, 10, 1, 0
