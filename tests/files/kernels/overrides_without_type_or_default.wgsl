override count: u32;
override scale = 1.5;
override bias = 2;
@id(7) override flag: bool = false;
override twice = count * 2;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = f32(count);
  out[1] = scale;
  out[2] = f32(bias);
  out[3] = f32(flag);
  out[4] = f32(twice);
}
//! size out = 5
//! grid 1
//! run
//! set count = 3
//! out out = f32: 3, 1.5, 2, 0, 6
//! run
//! set count = 4294967295
//! set scale = -0.25
//! set bias = -1
//! set 7 = 1
//! out out = f32: 4294967296, -0.25, -1, 1, 4294967296
//! run
//! fails invalid_argument "count"
//! run
//! set count = -1
//! fails invalid_argument "count"
//! run
//! set count = 1
//! set missing = 1
//! fails invalid_argument "missing"
