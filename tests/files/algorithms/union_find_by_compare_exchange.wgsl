@group(0) @binding(0) var<storage, read_write> parent: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> edges: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> labels: array<u32>;
fn find(start: u32) -> u32 {
  var x = start;
  var p = atomicLoad(&parent[x]);
  while (p != x) {
    let grand = atomicLoad(&parent[p]);
    atomicMin(&parent[x], grand);
    x = p;
    p = grand;
  }
  return x;
}
fn unite(a: u32, b: u32) {
  var x = find(a);
  var y = find(b);
  loop {
    if (x == y) { break; }
    let hi = max(x, y);
    let lo = min(x, y);
    let r = atomicCompareExchangeWeak(&parent[hi], hi, lo);
    if (r.exchanged) { break; }
    x = find(hi);
    y = find(lo);
  }
}
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) id: vec3<u32>) {
  atomicStore(&parent[id.x], id.x);
  storageBarrier();
  if (id.x < arrayLength(&edges)) { unite(edges[id.x].x, edges[id.x].y); }
  storageBarrier();
  labels[id.x] = find(id.x);
}
//! size parent = 64
//! in edges = u32: 51, 2, 9, 32, 31, 4, 24, 59, 50, 41, 21, 51, 63, 27, 33, 63, 20, 43, 35, 9, 23, 0, 56, 37, 55, 26, 44, 59, 7, 9, 36, 32, 58, 19, 4, 38, 52, 16, 32, 55, 47, 57, 44, 1, 14, 11, 0, 33, 52, 13, 9, 31, 24, 40, 9, 5, 10, 31, 43, 29, 16, 41, 56, 22, 17, 11, 30, 60, 10, 1, 5, 14, 57, 17, 34, 16, 44, 40, 6, 49, 33, 37, 39, 53, 40, 15, 23, 13, 36, 47
//! size labels = 64
//! grid 1
//! out labels = u32: 0, 1, 2, 3, 1, 1, 6, 1, 8, 1, 1, 1, 12, 0, 1, 1, 0, 1, 18, 19, 20, 2, 0, 0, 1, 25, 1, 0, 28, 20, 30, 1, 1, 0, 0, 1, 1, 0, 1, 39, 1, 0, 42, 20, 1, 45, 46, 1, 48, 6, 0, 2, 0, 39, 54, 1, 0, 1, 19, 1, 30, 61, 62, 0
