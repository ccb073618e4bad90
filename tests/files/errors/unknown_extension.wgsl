enable subgroups_of_mine;
@compute @workgroup_size(1)
fn main() {}
//! error 1:8 wgsl.not_supported "the extension 'subgroups_of_mine' is not supported"
