enable subgroups;
diagnostic(error, subgroup_uniformity);
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@diagnostic(off, subgroup_uniformity)
fn silent(x: u32) -> u32 {
  if x > 1 { return subgroupAdd(x); }
  return 0;
}
fn warned(x: u32) -> u32 {
  @diagnostic(warning, subgroup_uniformity)
  if x > 1 {
    return subgroupAdd(x);
  }
  return 1;
}
fn inner_wins(x: u32) -> u32 {
  @diagnostic(warning, subgroup_uniformity) {
    switch x @diagnostic(off, subgroup_uniformity) {
      case 0: { return subgroupAdd(x); }
      default: { return 2; }
    }
  }
}

@compute @workgroup_size(1)
fn main() {
  out[0] = silent(out[3]) + 1;
  out[1] = warned(out[3]) + 1;
  out[2] = inner_wins(out[3]);
}
//! warning 29:12 ir.subgroup_uniformity "argument 1 of 'warned' must be uniform"
//! accepted
