@group(0) @binding(0) var<storage, read> x: array<i32>;
@group(0) @binding(1) var<storage, read> y: array<i32>;
@group(0) @binding(2) var<storage, read_write> out: array<array<i32, 6>>;

@compute @workgroup_size(6)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = x[id.x];
  let b = y[id.x];
  out[id.x] = array(a / b, a % b, a << u32(b), a >> u32(b), a * b, i32(u32(a) / u32(b)));
}
//! in x = i32: 7, -7, -2147483648, 5, 1, -8
//! in y = i32: 0, 2, -1, -3, 33, 34
//! size out = 6
//! out out = i32: 7, 0, 7, 7, 0, 7, -3, -1, -28, -2, -14, 2147483644, -2147483648, 0, 0, -1, -2147483648, 0, -1, 2, -1610612736, 0, -15, 0, 0, 1, 2, 0, 33, 0, 0, -8, -32, -2, -272, 126322567
