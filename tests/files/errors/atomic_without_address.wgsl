@group(0) @binding(0) var<storage, read_write> counters: array<atomic<u32>>;
var<workgroup> w: atomic<u32>;
@compute @workgroup_size(1)
fn main() {
  atomicAdd(w, 1u);
  atomicStore(counters[arrayLength(counters) - 1], atomicLoad(&w));
}
//! error 5:13 wgsl.type_mismatch "argument 1 of 'atomicAdd' must be a pointer, found 'atomic<u32>': write '&w'"
//! error 6:36 wgsl.type_mismatch "argument 1 of 'arrayLength' must be a pointer, found 'array<atomic<u32>>': write '&counters'"
