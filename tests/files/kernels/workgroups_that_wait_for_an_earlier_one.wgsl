// Each workgroup waits for the running total of the one before it.
@group(0) @binding(0) var<storage, read_write> ready: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> totals: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  var before = 0u;
  if group.x > 0 {
    loop {
      before = atomicLoad(&ready[group.x - 1]);
      if before != 0 {
        break;
      }
    }
  }
  totals[group.x] = before + group.x + 1;
  atomicStore(&ready[group.x], before + group.x + 1);
}
//! device reference lowered swiftshader
//! size ready = 8
//! size totals = 8
//! grid 8
//! out totals = u32: 1, 3, 6, 10, 15, 21, 28, 36
