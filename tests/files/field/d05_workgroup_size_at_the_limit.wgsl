// The sizes that every device here takes; each lane writes.
override x = 1u;
override y = 1u;
override z = 1u;
@group(0) @binding(0) var<storage, read_write> lanes: atomic<u32>;

@compute @workgroup_size(x, y, z)
fn main(@builtin(local_invocation_index) lane: u32) {
  atomicAdd(&lanes, lane + 1u);
}
//! grid 1
//! run
//! set x = 256
//! out lanes = u32: 32896
//! run
//! set y = 256
//! out lanes = u32: 32896
//! run
//! set z = 64
//! out lanes = u32: 2080
//! run
//! set x = 16
//! set y = 16
//! out lanes = u32: 32896
