@group(0) @binding(0) var<storage, read_write> seen: array<vec4u>;

@compute @workgroup_size(2, 3, 1)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u,
        @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) index: u32) {
  let right = all(id == group * vec3u(2, 3, 1) + local) && index == local.x + local.y * 2u;
  seen[(id.z * 6u + id.y) * 4u + id.x] = vec4u(id, u32(right));
}
//! size seen = 48
//! extent 4,6,2
//! out seen = u32: 0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1, 3, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 2, 1, 0, 1, 3, 1, 0, 1, 0, 2, 0, 1, 1, 2, 0, 1, 2, 2, 0, 1, 3, 2, 0, 1, 0, 3, 0, 1, 1, 3, 0, 1, 2, 3, 0, 1, 3, 3, 0, 1, 0, 4, 0, 1, 1, 4, 0, 1, 2, 4, 0, 1, 3, 4, 0, 1, 0, 5, 0, 1, 1, 5, 0, 1, 2, 5, 0, 1, 3, 5, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 2, 0, 1, 1, 3, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 0, 2, 1, 1, 1, 2, 1, 1, 2, 2, 1, 1, 3, 2, 1, 1, 0, 3, 1, 1, 1, 3, 1, 1, 2, 3, 1, 1, 3, 3, 1, 1, 0, 4, 1, 1, 1, 4, 1, 1, 2, 4, 1, 1, 3, 4, 1, 1, 0, 5, 1, 1, 1, 5, 1, 1, 2, 5, 1, 1, 3, 5, 1, 1
