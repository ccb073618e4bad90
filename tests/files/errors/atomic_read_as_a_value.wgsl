var<workgroup> count: atomic<u32>;
@compute @workgroup_size(1)
fn main() {
  let x = count + 1;
}
//! error 4:11 wgsl.type_mismatch "a value of type 'atomic<u32>' is only read by atomicLoad"
