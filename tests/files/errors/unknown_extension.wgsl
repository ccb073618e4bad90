enable subgroups_of_mine;
@compute @workgroup_size(1)
fn main() {}
//! error 1:8 wgsl.extension "subgroups_of_mine"
