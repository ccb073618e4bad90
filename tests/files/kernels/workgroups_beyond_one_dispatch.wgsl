// Devices take 65,535 workgroups along an axis at a time. Each id comes once, and all see the whole launch.
//! run
//! entry single
//! grid 65535
//! size hits = 65535
//! size wrong = 1
//! out hits = u32: 1*65535
//! out wrong = u32: 0
//! run
//! entry single
//! grid 65536
//! size hits = 65536
//! size wrong = 1
//! out hits = u32: 1*65536
//! out wrong = u32: 0
//! run
//! entry single
//! grid 1000000
//! size hits = 1000000
//! size wrong = 1
//! out hits = u32: 1*1000000
//! out wrong = u32: 0
//! run
//! entry single
//! grid 3,65537,2
//! size hits = 393222
//! size wrong = 1
//! out hits = u32: 1*393222
//! out wrong = u32: 0
//! run
//! entry single
//! grid 65536,1,3
//! iterations 2
//! size hits = 196608
//! size wrong = 1
//! out hits = u32: 2*196608
//! out wrong = u32: 0
//! run
//! entry wide
//! grid 70000,1,2
//! size hits = 1120000
//! size wrong = 1
//! out hits = u32: 1*1120000
//! out wrong = u32: 0
//! run
//! entry wide
//! grid 1,66000
//! size hits = 528000
//! size wrong = 1
//! out hits = u32: 1*528000
//! out wrong = u32: 0
//! run
//! entry indexed
//! grid 2,65536
//! size hits = 524288
//! size wrong = 1
//! out hits = u32: 1*524288
//! out wrong = u32: 0

@group(0) @binding(0) var<storage, read_write> hits: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> wrong: array<atomic<u32>>;

fn count(id: vec3<u32>, extent: vec3<u32>, right: bool) {
  atomicAdd(&hits[id.x + extent.x * (id.y + extent.y * id.z)], 1u);
  if (!right || extent.x * extent.y * extent.z != arrayLength(&hits)) {
    atomicAdd(&wrong[0], 1u);
  }
}

@compute @workgroup_size(1)
fn single(@builtin(workgroup_id) group: vec3<u32>, @builtin(global_invocation_id) id: vec3<u32>,
          @builtin(num_workgroups) groups: vec3<u32>) {
  count(group, groups, all(id == group));
}

@compute @workgroup_size(4, 2)
fn wide(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>,
        @builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let size = vec3<u32>(4u, 2u, 1u);
  count(id, groups * size, all(id == group * size + local));
}

@compute @workgroup_size(2, 2)
fn indexed(@builtin(workgroup_index) group: u32, @builtin(global_invocation_index) index: u32,
           @builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) at: vec3<u32>,
           @builtin(num_workgroups) groups: vec3<u32>) {
  let extent = groups * vec3<u32>(2u, 2u, 1u);
  let right = group == at.x + groups.x * (at.y + groups.y * at.z) &&
              index == id.x + extent.x * (id.y + extent.y * id.z);
  count(id, extent, right);
}
