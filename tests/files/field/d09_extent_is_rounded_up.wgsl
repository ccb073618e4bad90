// Sixty-four words behind the n results stay as they were.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> groups: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  if id.x < arrayLength(&out) - 64u {
    out[id.x] = id.x * id.x;
  }
  if lane == 0u {
    atomicAdd(&groups, 1u);
  }
}
//! run
//! extent 1
//! in out = u32: 5*65
//! out out = u32: 0, 5*64
//! out groups = u32: 1
//! run
//! extent 63
//! in out = u32: 5*127
//! out out = u32: 0, 1, 4, 9, _*58, 3844, 5*64
//! out groups = u32: 1
//! run
//! extent 64
//! in out = u32: 5*128
//! out out = u32: 0, 1, 4, 9, _*59, 3969, 5*64
//! out groups = u32: 1
//! run
//! extent 65
//! in out = u32: 5*129
//! out out = u32: 0, 1, 4, 9, _*59, 3969, 4096, 5*64
//! out groups = u32: 2
//! run
//! extent 1000
//! in out = u32: 5*1064
//! out out = u32: 0, 1, 4, 9, _*995, 998001, 5*64
//! out groups = u32: 16
