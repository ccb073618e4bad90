// Each workgroup waits for the one before it, and the first never says that it is done.
enable slipway_trap;

@group(0) @binding(0) var<storage, read> bad: u32;
@group(0) @binding(1) var<storage, read_write> turn: atomic<u32>;

@compute @workgroup_size(8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if lane == 0 {
    while atomicLoad(&turn) != group.x {}
    if group.x == bad {
      trap(9, group.x);
    }
    atomicAdd(&turn, 1);
  }
}
//! device reference lowered swiftshader
//! grid 6
//! run
//! in bad = u32: 100
//! in turn = u32: 0
//! out turn = u32: 6
//! run
//! in bad = u32: 2
//! in turn = u32: 0
//! fails trapped "tag 9 and value 2 in invocation (16, 0, 0) at waits_for_a_workgroup_that_trapped_end.wgsl:12:7"
