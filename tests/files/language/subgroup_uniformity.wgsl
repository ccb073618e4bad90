enable subgroups;
requires subgroup_uniformity, subgroup_id;

@group(0) @binding(0) var<storage, read_write> scratch: array<u32>;
@group(0) @binding(1) var<storage, read_write> wrong: array<u32>;

// What all of a subgroup have in common may decide about subgroup operations, not about barriers.
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(subgroup_invocation_id) lane: u32,
        @builtin(subgroup_id) group: u32, @builtin(subgroup_size) size: u32) {
  var errors = 0u;
  if group % 2 == 1 {
    errors += u32(subgroupAdd(1u) != size);
  }
  if subgroupAny(scratch[index] == 7) {
    errors += u32(subgroupMax(lane) != size - 1);
  }
  var rounds = 0u;
  while rounds < subgroupMin(group + 1) {
    errors += u32(subgroupAdd(lane) != size * (size - 1) / 2);
    rounds++;
  }
  let first = subgroupBroadcastFirst(scratch[index]);
  switch first + group {
    case 0: { errors += u32(!subgroupAll(index < size)); }
    default: { errors += u32(subgroupShuffleXor(lane, first + 1) != (lane ^ (first + 1))); }
  }
  wrong[index] = errors;
}
//! in scratch = u32: 0*64
//! size wrong = 64
//! grid 1
//! out wrong = u32: 0*64
