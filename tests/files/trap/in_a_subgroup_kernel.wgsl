enable subgroups;
enable slipway_trap;

const odd = 4u;
@group(0) @binding(0) var<storage, read> data: array<u32, 32>;
@group(0) @binding(1) var<storage, read_write> sum: u32;
var<workgroup> all: atomic<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  assert(data[lane] % 2 == 0, odd, data[lane]);
  let partial = subgroupAdd(data[lane]);
  if subgroupElect() {
    atomicAdd(&all, partial);
  }
  workgroupBarrier();
  if lane == 0 {
    sum = atomicLoad(&all);
  }
}
//! grid 1
//! run
//! in data = u32: 2*32
//! out sum = u32: 64
//! run
//! in data = u32: 2*20, 3, 2*11
//! fails trapped "'odd' and value 3 in invocation (20, 0, 0) at in_a_subgroup_kernel.wgsl:11:3"
