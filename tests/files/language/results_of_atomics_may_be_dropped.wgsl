// Other results must be used, but those of atomics need not be.
struct Pair { a: atomic<u32>, b: atomic<i32> }
@group(0) @binding(0) var<storage, read_write> pair: Pair;
var<workgroup> shared_count: atomic<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  atomicLoad(&pair.a);
  atomicAdd(&pair.a, 1);
  atomicSub(&pair.b, 2);
  atomicMax(&shared_count, i);
  atomicMin(&pair.b, 100);
  atomicOr(&pair.a, 64);
  atomicAnd(&pair.a, 0xff);
  atomicXor(&shared_count, 0);
  workgroupBarrier();
  if i == 0 {
    atomicLoad(&shared_count);
    atomicCompareExchangeWeak(&pair.b, -8, i32(atomicLoad(&shared_count)));
    atomicExchange(&shared_count, 7);
  }
}

//! grid 1
//! out pair = i32: 68, 3
