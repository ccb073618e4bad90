@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> signed: array<i32>;
@group(0) @binding(2) var<storage, read_write> unsigned: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if i < arrayLength(&x) {
    signed[i] = i32(x[i]);
    unsigned[i] = u32(x[i]);
  }
}
//! in x = f32: 0.99, -0.99, -1.5, 3e9, -3e9, 4.3e9, 1e20, -1e20, 2147483520, 2147483648, inf, -inf, nan
//! size signed = 13
//! size unsigned = 13
//! out signed = i32: 0, 0, -1, 2147483520, -2147483648, 2147483520, 2147483520, -2147483648, 2147483520, 2147483520, 2147483520, -2147483648, 0
//! out unsigned = u32: 0, 0, 0, 3000000000, 0, 4294967040, 4294967040, 0, 2147483520, 2147483648, 4294967040, 0, 0
