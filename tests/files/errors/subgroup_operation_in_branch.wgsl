enable subgroups;
diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@diagnostic(error, subgroup_uniformity)
@compute @workgroup_size(1)
fn main() {
  if out[0] > 1 {
    out[1] = subgroupAdd(1u);
  }
}
//! error 9:14 ir.subgroup_uniformity "must be called from uniform control flow"
