@group(0) @binding(0) var<storage, read_write> counter: atomic<u32>;

@compute @workgroup_size(1)
fn main() {
  atomicAdd(&counter, 1u);
}
//! run
//! grid 0,1,1
//! out counter = u32: 0
//! run
//! grid 1,0,1
//! out counter = u32: 0
//! run
//! grid 1,1,0
//! out counter = u32: 0
//! run
//! grid 0,0,0
//! out counter = u32: 0
//! run
//! grid 1,1,1
//! out counter = u32: 1
