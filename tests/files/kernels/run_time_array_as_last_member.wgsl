struct List {
  count: u32,
  scale: f32,
  items: array<vec2f>,
}
@group(0) @binding(0) var<storage, read_write> list: List;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x < arrayLength(&list.items) {
    list.items[id.x] *= list.scale;
  }
  if id.x == 0 {
    list.count = arrayLength(&list.items);
  }
}
//! grid 1
//! run
//! in list = f32: 0, 3, 1, 2, 3, 4, 5, 6
//! out list = f32: 4.203895393e-45, 3, 3, 6, 9, 12, 15, 18
//! run
//! size list = 2
//! out list = u32: 2, 0, 0*4
