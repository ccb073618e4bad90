struct Cells {
  signed_min: atomic<i32>,
  signed_max: atomic<i32>,
  unsigned_max: atomic<u32>,
  unsigned_min: atomic<u32>,
  sub: atomic<u32>,
  swapped: atomic<u32>,
}
@group(0) @binding(0) var<storage, read_write> cells: Cells;
@group(0) @binding(1) var<storage, read> values: array<i32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  for (var k = 0; k < 4; k++) {
    atomicMin(&cells.signed_min, values[k]);
    atomicMax(&cells.signed_max, values[k]);
  }
  atomicMax(&cells.unsigned_max, 5u);
  atomicMax(&cells.unsigned_max, 0xffffffffu);
  atomicMax(&cells.unsigned_max, 0x80000000u);
  atomicMin(&cells.unsigned_min, 0xffffffffu);
  atomicMin(&cells.unsigned_min, 0x80000000u);
  atomicMin(&cells.unsigned_min, 7u);
  out[0] = atomicSub(&cells.sub, 1u);
  let first = atomicCompareExchangeWeak(&cells.swapped, 5u, 8u);
  out[1] = first.old_value;
  out[2] = u32(first.exchanged);
  out[3] = atomicLoad(&cells.swapped);
  let second = atomicCompareExchangeWeak(&cells.swapped, 5u, 9u);
  out[4] = second.old_value;
  out[5] = u32(second.exchanged);
  out[6] = atomicLoad(&cells.swapped);
}
//! in cells = i32: 0, -100, 0, -1, 0, 5
//! in values = i32: -5, 3, -9, 7
//! size out = 7
//! grid 1
//! out cells = i32: -9, 7, -1, 7, -1, 8
//! out out = u32: 0, 5, 1, 8, 8, 0, 8
