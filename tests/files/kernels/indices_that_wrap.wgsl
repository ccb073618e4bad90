// i - 1 is 0xffffffff for the first invocation; its byte offset would wrap onto element 1073741823.
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  out[i] = x[i - 1] + x[i + 0x40000000] + x[i * 0x40000000 + 4];
}
//! in x = u32: 1, 2, 3, 4
//! size out = 4
//! out out = u32: 0, 1, 2, 3
