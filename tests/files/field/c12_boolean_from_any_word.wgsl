@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> negated: array<u32>;
@group(0) @binding(2) var<storage, read_write> trues: atomic<u32>;

@compute @workgroup_size(5)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let flag = bool(words[id.x]);
  negated[id.x] = u32(!flag);
  if flag {
    atomicAdd(&trues, 1u);
  }
}
//! in words = u32: 0, 1, 2, 0x80000000, 0xffffffff
//! size negated = 5
//! grid 1
//! out negated = u32: 1, 0, 0, 0, 0
//! out trues = u32: 4
