@group(0) @binding(0) var<uniform> values: array<f32, 4>;
@compute @workgroup_size(1)
fn main() {
  let x = values[0];
}
//! error 1:36 wgsl.layout "the elements of 'values' in uniform memory must lie 16 bytes apart or a multiple of that, and are 4 apart"
