// Each lane adds its number; the old values and the numbers added form one chain from 0 to the total: a lane's
// old value plus its number is the old value of exactly one other lane, or the total.
@group(0) @binding(0) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> linked: atomic<u32>;
var<workgroup> old: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32) {
  old[lane] = atomicAdd(&total, lane + 1u);
  workgroupBarrier();
  let next = old[lane] + lane + 1u;
  var followers = u32(next == 32896u);
  for (var k = 0u; k < 256u; k++) {
    followers += u32(old[k] == next);
  }
  atomicAdd(&linked, u32(followers == 1u));
}
//! grid 1
//! out total = u32: 32896
//! out linked = u32: 256
