struct Dims { M: u32, N: u32, K: u32 }
@group(0) @binding(0) var<storage, read> A: array<f32>;
@group(0) @binding(1) var<storage, read> B: array<f32>;
@group(0) @binding(2) var<storage, read_write> C: array<f32>;
@group(0) @binding(3) var<uniform> dims: Dims;
const TS = 8u; const WPT = 2u;
var<workgroup> As: array<array<f32, TS * WPT>, TS>;
var<workgroup> Bs: array<array<f32, TS * WPT>, TS>;
@compute @workgroup_size(TS, TS, 1)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  var acc: array<array<f32, WPT>, WPT>;
  let row0 = w.y * TS * WPT; let col0 = w.x * TS * WPT;
  for (var t = 0u; t < (dims.K + TS - 1u) / TS; t++) {
    for (var i = 0u; i < WPT; i++) {
      let r = row0 + l.y + i * TS; let k = t * TS + l.x;
      As[l.x][l.y + i * TS] = select(0.0, A[r * dims.K + k], r < dims.M && k < dims.K);
      let c = col0 + l.x + i * TS; let k2 = t * TS + l.y;
      Bs[l.y][l.x + i * TS] = select(0.0, B[k2 * dims.N + c], c < dims.N && k2 < dims.K);
    }
    workgroupBarrier();
    for (var k = 0u; k < TS; k++) {
      for (var i = 0u; i < WPT; i++) { for (var j = 0u; j < WPT; j++) {
        acc[i][j] = fma(As[k][l.y + i * TS], Bs[k][l.x + j * TS], acc[i][j]);
      } }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < WPT; i++) { for (var j = 0u; j < WPT; j++) {
    let r = row0 + l.y + i * TS; let c = col0 + l.x + j * TS;
    if (r < dims.M && c < dims.N) { C[r * dims.N + c] = acc[i][j]; }
  } }
}
//! grid 1
//! in dims = u32: 5, 7, 9
//! in A = f32: -1, 4, -2, 1, 3, -3, -4, 3, 0, 4, -1, -1, 3, 4, 4, 3, 2, -2, -1, -2, 4, 2, -4, -3, -2, -4, 0, -4, 0, 3, 2, 2, 2, 3, -2, 1, -3, -4, -2, 3, -1, 0, 2, 0, 2
//! in B = f32: 4, 2, 1, 4, 2, -1, 1, -4, 0, -2, 1, 4, -3, -1, 0, 0, -3, -3, 3, 3, -3, 1, -3, 2, -2, -4, 0, 2, 2, -3, -4, -4, 2, 1, 4, 0, 4, -1, -4, 0, -4, -3, -3, 4, -4, -1, 2, 0, 0, -2, -4, 1, 1, 1, -2, 2, 2, 3, 4, 2, 4, -3, 4
//! size C = 35
//! out C = f32: -7, -54, 9, 11, 5, -8, 30, 14, 1, -23, -25, -3, -14, 14, 12, 0, 18, 4, -22, 35, -22, -13, 11, -29, -48, 5, 8, -7, 3, 2, 21, -10, -30, 2, 17
