struct Data {
  header: u32,
  items: array<vec2u>,
}
@group(0) @binding(0) var<storage, read> data: Data;
@group(0) @binding(1) var<storage, read_write> out: u32;

@compute @workgroup_size(1)
fn main() {
  out = arrayLength(&data.items);
}
//! grid 1

//! in data = u32: 0*24
//! out out = u32: 11
