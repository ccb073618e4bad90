enable subgroups, slipway_trap;
const real = 1.5;
@compute @workgroup_size(1) fn main(@builtin(subgroup_size) a: u32) {
  _ = subgroupBroadcast(1, a); _ = subgroupBroadcast(1, 500); _ = quadBroadcast(1, 7u); _ = subgroupShuffle(1, 200); _ = subgroupShuffleXor(1, -1);
  trap(a, 1); trap(real, 1); trap(-1, 1); trap(5000000000, 1); trap(1); assert(1, 1, 1); assert(true, 1, -1); assert(true, 1, 1.5); assert(true, a, missing);
  subgroupAdd(1); subgroupElect(); _ = subgroupAdd(true); _ = subgroupAll(1);
}
