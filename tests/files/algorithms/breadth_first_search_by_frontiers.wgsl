// The cells of a board of 7 by 7, whose column 3 is a wall but for its last cell.
struct Frontier { size: atomic<u32>, nodes: array<u32> }
@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> edges: array<u32>;
@group(0) @binding(2) var<storage, read_write> depth: array<atomic<i32>>;
@group(0) @binding(3) var<storage, read_write> frontier: Frontier;
@group(1) @binding(0) var<storage, read_write> next: Frontier;
var<workgroup> queue: array<u32, 256>; var<workgroup> queue_next: array<u32, 256>;
var<workgroup> count: u32; var<workgroup> count_next: atomic<u32>;
@compute @workgroup_size(64)
fn bfs(@builtin(local_invocation_index) lid: u32) {
  if lid == 0 { queue[0] = frontier.nodes[0]; count = 1; atomicStore(&depth[frontier.nodes[0]], 0); }
  var level = 0;
  loop {
    let n = workgroupUniformLoad(&count);
    if n == 0 { break; }
    for (var i = lid; i < n; i += 64) {
      let node = queue[i];
      for (var e = offsets[node]; e < offsets[node + 1]; e++) {
        let to = edges[e];
        let old = atomicCompareExchangeWeak(&depth[to], -1, level + 1);
        if old.exchanged { queue_next[atomicAdd(&count_next, 1)] = to; }
      }
    }
    workgroupBarrier();
    let m = atomicLoad(&count_next);
    for (var i = lid; i < m; i += 64) { queue[i] = queue_next[i]; }
    workgroupBarrier();
    if lid == 0 { count = m; atomicStore(&count_next, 0); }
    level++;
  }
  if lid == 0 { atomicStore(&next.size, u32(level)); }
}
//! grid 1
//! in offsets = u32: 0, 2, 5, 7, 7, 9, 12, 14, 17, 21, 24, 24, 27, 31, 34, 37, 41, 44, 44, 47, 51, 54, 57, 61, 64, 64, 67, 71, 74, 77, 81, 84, 84, 87, 91, 94, 97, 101, 104, 104, 107, 111, 114, 116, 119, 122, 124, 127, 130, 132
//! in edges = u32: 1, 7, 2, 8, 0, 9, 1, 5, 11, 6, 12, 4, 13, 5, 8, 14, 0, 9, 15, 7, 1, 16, 8, 2, 12, 18, 4, 13, 19, 11, 5, 20, 12, 6, 15, 21, 7, 16, 22, 14, 8, 23, 15, 9, 19, 25, 11, 20, 26, 18, 12, 27, 19, 13, 22, 28, 14, 23, 29, 21, 15, 30, 22, 16, 26, 32, 18, 27, 33, 25, 19, 34, 26, 20, 29, 35, 21, 30, 36, 28, 22, 37, 29, 23, 33, 39, 25, 34, 40, 32, 26, 41, 33, 27, 36, 42, 28, 37, 43, 35, 29, 44, 36, 30, 40, 46, 32, 41, 47, 39, 33, 48, 40, 34, 43, 35, 44, 42, 36, 45, 43, 37, 46, 44, 47, 45, 39, 48, 46, 40, 47, 41
//! in depth = i32: -1*49
//! in frontier = u32: 1, 0
//! size next = 1
//! out depth = i32: 0, 1, 2, -1, 16, 17, 18, 1, 2, 3, -1, 15, 16, 17, 2, 3, 4, -1, 14, 15, 16, 3, 4, 5, -1, 13, 14, 15, 4, 5, 6, -1, 12, 13, 14, 5, 6, 7, -1, 11, 12, 13, 6, 7, 8, 9, 10, 11, 12
//! out next = u32: 19, 0
