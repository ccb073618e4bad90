struct Params {
  turn: mat2x2<f32>,
  shear: mat4x2<f32>,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> out: array<f32, 6>;

@compute @workgroup_size(1)
fn main() {
  let turned = params.turn * vec2f(1, 10);
  let sheared = params.shear * vec4f(1, 10, 100, 1000);
  out = array<f32, 6>(turned.x, turned.y, sheared.x, sheared.y, params.turn[1][0], params.shear[3][1]);
}
//! grid 1
//! in params = f32: 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4
//! out out = f32: 31, 42, 3131, 4242, 3, 4
