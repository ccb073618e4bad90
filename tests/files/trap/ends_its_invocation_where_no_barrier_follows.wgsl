// The launch fails; the next one on the same pipeline's device is clean.
enable slipway_trap;

const missing = 7u;
@group(0) @binding(0) var<storage, read> wanted: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> found: array<u32, 4>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if wanted[id.x] == 0 {
    trap(missing, id.x + 10);
  }
  found[id.x] = 10 + id.x;
}
//! run
//! in wanted = u32: 9, 9, 9, 9
//! out found = u32: 10, 11, 12, 13
//! run
//! in wanted = u32: 9, 9, 0, 9
//! fails trapped "the kernel trapped with tag 'missing' and value 12 in invocation (2, 0, 0) at ends_its_invocation_where_no_barrier_follows.wgsl:11:5"
//! run
//! in wanted = u32: 9, 9, 9, 9
//! out found = u32: 10, 11, 12, 13
