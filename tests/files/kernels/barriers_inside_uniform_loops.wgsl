// A sum in workgroup memory, the step halved in each round.
var<workgroup> partial: array<u32, 64>;
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32,
        @builtin(workgroup_id) group: vec3u) {
  partial[lane] = x[id.x];
  workgroupBarrier();
  for (var step = 32u; step > 0; step >>= 1) {
    if lane < step {
      partial[lane] += partial[lane + step];
    }
    workgroupBarrier();
  }
  if lane == 0 {
    sums[group.x] = partial[0];
  }
}
//! in x = u32: 1..200
//! size sums = 4
//! grid 4
//! out sums = u32: 2080, 6176, 10272, 1572
