const_assert 1 + 1 == 3;
@compute @workgroup_size(1)
fn main() {}
//! error 1:1 wgsl.const_assert "the assertion '1 + 1 == 3' does not hold"
