struct Queue {
  head: atomic<u32>,
  tail: atomic<i32>,
  slots: array<atomic<u32>, 4>,
}
@group(0) @binding(0) var<storage, read_write> queue: Queue;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
var<workgroup> seen: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  let slot = atomicAdd(&queue.head, 1);
  atomicSub(&queue.tail, 1);
  atomicOr(&queue.slots[lane % 4], 1u << (lane / 4));
  atomicAdd(&seen, 1);
  workgroupBarrier();
  if lane == 0 {
    atomicStore(&total, atomicLoad(&seen));
  }
}
//! grid 1
//! out queue = i32: 64, -64, 65535*4
//! out total = u32: 64
