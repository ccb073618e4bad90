// Every invocation of many workgroups traps: the record is one invocation's, never a mixture.
enable slipway_trap;

@group(0) @binding(0) var<storage, read_write> out: array<u32, 4096>;

@compute @workgroup_size(4, 4, 2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  trap(6, 5);
  out[id.x] = 1;
}
//! grid 4, 4, 8
//! fails trapped "the kernel trapped with tag 6 and value 5 in invocation ("
