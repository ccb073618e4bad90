@group(0) @binding(0) var<storage, read> data: array<u32>;
@compute @workgroup_size(1)
fn main() {
  data[0] = 1u;
}
//! error 4:3 wgsl.assignment "cannot assign: 'data' is read-only"
