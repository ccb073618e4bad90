struct Cell { count: atomic<u32>, level: atomic<i32> }
struct Cells { head: u32, list: array<Cell, 2>, tail: array<atomic<u32>> }
@group(0) @binding(0) var<storage, read_write> cells: Cells;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> shared_count: atomic<u32>;
var<workgroup> shared_levels: array<atomic<i32>, 3>;

fn add(p: ptr<storage, atomic<u32>, read_write>, x: u32) -> u32 { return atomicAdd(p, x); }
fn raise(p: ptr<workgroup, atomic<i32>>, x: i32) -> i32 { return atomicMax(p, x); }
fn fill(p: ptr<workgroup, array<atomic<i32>, 3>>) { atomicStore(&p[1], -4); atomicStore(&(*p)[2], 4); }

@compute @workgroup_size(1)
fn main() {
  let tail = &cells.tail;
  out[0] = add(&cells.list[1].count, 5);
  out[1] = atomicSub(&cells.list[1].count, 7);
  out[2] = atomicOr(&tail[0], 0xf0);
  out[3] = atomicAnd(&(*tail)[0], 0x3c);
  out[4] = atomicXor(&cells.tail[0], 0xff);
  out[5] = atomicExchange(&cells.tail[1], 77);
  out[6] = atomicLoad(&tail[1]);
  atomicStore(&tail[1], 78);
  out[7] = atomicAdd(&tail[2], 1);  // past the end
  let level = &cells.list[0].level;
  out[8] = bitcast<u32>(atomicMin(level, -9));
  out[9] = bitcast<u32>(atomicMax(level, -3));
  out[10] = bitcast<u32>(atomicAdd(level, -5));
  fill(&shared_levels);
  out[11] = bitcast<u32>(raise(&shared_levels[1], 2));
  out[12] = bitcast<u32>(atomicLoad(&shared_levels[1]) * 10 + atomicLoad(&shared_levels[2]));
  let swapped = atomicCompareExchangeWeak(&shared_count, 0, 6);
  let kept = atomicCompareExchangeWeak(&shared_count, 0, 8);
  out[13] = swapped.old_value * 1000 + select(0u, 100u, swapped.exchanged) + kept.old_value * 10 +
            select(0u, 1u, kept.exchanged);
  out[14] = atomicCompareExchangeWeak(&shared_count, 6, 9).old_value + atomicLoad(&shared_count) * 10;
  out[15] = atomicUmax(&shared_count);
}
fn atomicUmax(p: ptr<workgroup, atomic<u32>>) -> u32 {
  let before = atomicMax(p, 0x80000000);
  return atomicMin(p, 3) - before;
}
//! in cells = u32: 1, 2, 3, 4, 5, 0x0f, 8
//! size out = 16
//! grid 1
//! out cells = u32: 1, 2, 0xfffffff8, 2, 5, 0xc3, 78
//! out out = u32: 4, 9, 0x0f, 0xff, 0x3c, 8, 77, 0, 3, 0xfffffff7, 0xfffffffd, 0xfffffffc, 24, 160, 96, 0x7ffffff7
