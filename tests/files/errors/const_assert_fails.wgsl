const_assert 1 + 1 == 3;
@compute @workgroup_size(1)
fn main() {}
//! error 1:14 wgsl.const_assert ""
