// How often each byte value occurs in a text of any length.
//
// Any number of workgroups gives the same counts: each takes words of the text in turn, counts them in
// workgroup memory, and adds its counts to the result once.
@group(0) @binding(0) var<storage, read> text: array<u32>;  // four bytes a word, the first lowest
@group(0) @binding(1) var<uniform> length: u32;             // bytes of the text
@group(0) @binding(2) var<storage, read_write> bins: array<atomic<u32>, 256>;

const workgroup_width = 256u;
var<workgroup> local_bins: array<atomic<u32>, 256>;

@compute @workgroup_size(workgroup_width)
fn main(@builtin(global_invocation_id) id: vec3u,
        @builtin(local_invocation_index) lane: u32,
        @builtin(num_workgroups) groups: vec3u) {
  let words = length / 4u + select(0u, 1u, length % 4u != 0u);
  for (var word = id.x; word < words; word += groups.x * workgroup_width) {
    var bytes = text[word];
    for (var k = 0u; k < min(4u, length - word * 4u); k++) {
      atomicAdd(&local_bins[bytes & 0xffu], 1u);
      bytes >>= 8u;
    }
  }

  workgroupBarrier();
  let count = atomicLoad(&local_bins[lane]);
  if count != 0u {
    atomicAdd(&bins[lane], count);
  }
}
