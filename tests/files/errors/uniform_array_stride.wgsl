@group(0) @binding(0) var<uniform> values: array<f32, 4>;
@compute @workgroup_size(1)
fn main() {
  let x = values[0];
}
//! error 1:36 ir.layout "16"
