@group(0) @binding(0) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = groups.x * 16u;
  cells[id.y * row + id.x] += 1u;
}
//! run
//! size cells = 5120
//! grid 20
//! out cells = u32: 1*5120
//! run
//! size cells = 61440
//! grid 8,30
//! out cells = u32: 1*61440
