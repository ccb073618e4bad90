enable subgroups;
// What holds for any size of subgroups, as one workgroup of 32 lanes fills whole ones. Each lane counts the
// statements below that are false.
@group(0) @binding(0) var<storage, read_write> wrong: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) index: u32, @builtin(subgroup_invocation_id) lane: u32,
        @builtin(subgroup_size) size: u32) {
  var errors = 0u;
  let first = subgroupBroadcastFirst(index);
  errors += u32(index != first + lane);
  errors += u32(subgroupAdd(1u) != size);
  errors += u32(subgroupAdd(lane) != size * (size - 1) / 2);
  errors += u32(subgroupExclusiveAdd(2u) != 2 * lane);
  errors += u32(subgroupInclusiveAdd(3i) != 3 * i32(lane) + 3);
  errors += u32(subgroupMul(select(1u, 5u, lane == 1)) != select(1u, 5u, size > 1));
  errors += u32(subgroupInclusiveMul(select(1f, 0.5f, lane == 0)) != 0.5);
  errors += u32(subgroupExclusiveMul(select(1f, 0.5f, lane == 0)) != select(0.5f, 1f, lane == 0));
  errors += u32(subgroupMax(lane) != size - 1);
  errors += u32(subgroupMin(-i32(lane)) != 1 - i32(size));
  errors += u32(subgroupAnd(lane | 0x100) != 0x100);
  errors += u32(subgroupOr(lane) != size - 1);
  errors += u32(subgroupXor(select(0u, 9u, lane == 0)) != 9);
  errors += u32(!subgroupAll(lane < size));
  errors += u32(subgroupAll(lane > 0));
  errors += u32(!subgroupAny(lane == 0));
  errors += u32(subgroupAny(lane == size));
  errors += u32(subgroupElect() != (lane == 0));
  errors += u32(countOneBits(subgroupBallot(true).x) != size);
  errors += u32(subgroupBallot(lane == 0).x != 1);
  errors += u32(subgroupBroadcast(lane * 10, 1) != select(0u, 10u, size > 1));
  errors += u32(subgroupShuffle(lane, size - 1) != size - 1);
  errors += u32(subgroupShuffleXor(lane, 1u) != (lane ^ 1));
  let up = subgroupShuffleUp(lane, 1u);
  errors += u32(lane > 0 && up != lane - 1);
  let down = subgroupShuffleDown(vec2(lane, 7), 1u);
  errors += u32(lane + 1 < size && any(down != vec2(lane + 1, 7)));
  errors += u32(quadBroadcast(lane, 2) != (lane & ~3u) + 2);
  errors += u32(quadSwapX(lane) != (lane ^ 1));
  errors += u32(quadSwapY(lane) != (lane ^ 2));
  errors += u32(quadSwapDiagonal(lane) != (lane ^ 3));
  wrong[index] = errors;
}
//! size wrong = 32
//! grid 1
//! out wrong = u32: 0*32
