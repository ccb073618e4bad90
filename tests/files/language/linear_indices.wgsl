requires linear_indexing;

@group(0) @binding(0) var<storage, read_write> groups: array<u32>;
@group(0) @binding(1) var<storage, read_write> places: array<vec3u>;
var<workgroup> sum: atomic<u32>;

@compute @workgroup_size(2, 3, 1)
fn main(@builtin(workgroup_index) group: u32, @builtin(global_invocation_index) index: u32,
        @builtin(global_invocation_id) id: vec3u) {
  if group > 0 { workgroupBarrier(); }  // uniform in a workgroup
  places[index] = id;
  atomicAdd(&sum, 1);
  workgroupBarrier();
  groups[group] = atomicLoad(&sum) + group * 100;
}
//! grid 2,1,2
//! size groups = 4
//! size places = 24
//! out groups = u32: 6, 106, 206, 306
//! out places = u32: 0,0,0,_, 1,0,0,_, 2,0,0,_, 3,0,0,_, 0,1,0,_, 1,1,0,_, 2,1,0,_, 3,1,0,_, 0,2,0,_, 1,2,0,_, 2,2,0,_, 3,2,0,_, 0,0,1,_, 1,0,1,_, 2,0,1,_, 3,0,1,_, 0,1,1,_, 1,1,1,_, 2,1,1,_, 3,1,1,_, 0,2,1,_, 1,2,1,_, 2,2,1,_, 3,2,1,_
