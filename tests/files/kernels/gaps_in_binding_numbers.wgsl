@group(0) @binding(3) var<storage, read> a: array<u32>;
@group(0) @binding(17) var<storage, read_write> out: array<u32>;
@group(3) @binding(1) var<uniform> factor: u32;
@group(1) @binding(900) var<storage, read> b: array<u32>;

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = a[id.x] * factor + b[id.x];
}
//! in a = u32: 1, 2
//! in b = u32: 10, 20
//! in factor = u32: 3
//! size out = 2
//! out out = u32: 13, 26
