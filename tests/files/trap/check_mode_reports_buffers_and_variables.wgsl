// Check mode trap: which object, index, length, invocation and position.
struct Tail {
  head: vec4u,
  items: array<u32>,
}
@group(0) @binding(0) var<storage, read> at: array<i32, 4>;
@group(0) @binding(1) var<storage, read_write> tail: Tail;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>, 8>;
var<workgroup> shared_words: array<u32, 16>;
var<private> table: array<u32, 3>;

fn read_at(source: ptr<function, array<u32, 5>>, index: i32) -> u32 {
  return (*source)[index];
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let lane = i32(id.x);
  var local = array<u32, 5>(1, 2, 3, 4, 5);
  shared_words[at[0] + lane] = id.x;
  workgroupBarrier();
  table[1] = shared_words[id.x];
  atomicAdd(&counts[at[1]], table[u32(at[1])]);
  tail.items[at[2]] = read_at(&local, at[3]);
  let v = vec3u(4, 5, 6);
  tail.head[at[3]] = v[at[1]];
}
//! check trap
//! grid 1
//! size tail = 8
//! run
//! in at = i32: 0, 2, 1, 3
//! out tail = u32: 0, 0, 0, 6, 0, 4, 0*6
//! run
//! in at = i32: -1, 2, 1, 3
//! fails trapped "index -1 is out of bounds of 'shared_words' with length 16 in invocation ("
//! run
//! in at = i32: 0, 4, 1, 3
//! fails trapped "index 4 is out of bounds of 'table' with length 3 in invocation ("
//! run
//! in at = i32: 0, 2, 8, 3
//! fails trapped "index 8 is out of bounds of 'tail.items' with length 8 in invocation ("
//! run
//! in at = i32: 0, 2, 1, 5
//! fails trapped "index 5 is out of bounds of 'source' with length 5 in invocation ("
//! run
//! in at = i32: 0, 2, -7, 3
//! fails trapped "index -7 is out of bounds of 'tail.items' with length 8 in invocation ("
