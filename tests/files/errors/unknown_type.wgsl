var<private> x: vec5<f32>;
@compute @workgroup_size(1)
fn main() {}
//! error 1:17 wgsl.unresolved "no type named 'vec5' is declared"
