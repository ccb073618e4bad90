enable subgroups;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(subgroup_id) group: u32) {
  if group == 1 {
    workgroupBarrier();
    out[0] = subgroupAdd(index);
  }
  if subgroupAdd(index) > 100 { workgroupBarrier(); }
  if subgroupElect() { out[1] = subgroupAdd(index); }
  if subgroupInclusiveAdd(1u) > 2 { out[2] = subgroupAdd(index); }
}
//! error 7:5 ir.uniformity "'workgroupBarrier' must be called from uniform control flow"
//! error 10:33 ir.uniformity "'workgroupBarrier' must be called from uniform control flow"
//! error 11:33 ir.subgroup_uniformity "'subgroupAdd' must be called from uniform control flow"
//! error 12:46 ir.subgroup_uniformity "'subgroupAdd' must be called from uniform control flow"
