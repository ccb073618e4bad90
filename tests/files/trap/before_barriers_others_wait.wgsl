// The trapped invocation comes to the barriers; what it would have stored and counted is not.
enable slipway_trap;

const too_large: u32 = 0x11;
@group(0) @binding(0) var<storage, read> data: array<u32, 128>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32, 2>;
var<workgroup> part: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32,
        @builtin(workgroup_id) group: vec3u) {
  assert(data[id.x] < 100, too_large, data[id.x]);
  part[lane] = data[id.x];
  for (var width = 32u; width > 0; width /= 2) {
    workgroupBarrier();
    if lane < width {
      part[lane] += part[lane + width];
    }
  }
  workgroupBarrier();
  if lane == 0 {
    sums[group.x] = part[0];
  }
}
//! grid 2
//! run
//! in data = u32: 2*64, 3*64
//! out sums = u32: 128, 192
//! run
//! in data = u32: 2*100, 500, 3*27
//! fails trapped "'too_large' and value 500 in invocation (100, 0, 0) at before_barriers_others_wait.wgsl:12:3"
