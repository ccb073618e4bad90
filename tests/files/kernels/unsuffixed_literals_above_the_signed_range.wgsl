@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> one: u32;

@compute @workgroup_size(1)
fn main() {
  var hash: u32 = 2166136261;
  hash = (hash ^ one) * 16777619;
  out[0] = hash;
  out[1] = one * 4294967295;
  out[2] = one ^ 0x9e3779b9;
  out[3] = one & 0xffff0001;
}
//! in one = u32: 1
//! size out = 4
//! grid 1
//! out out = u32: 67918732, 4294967295, 0x9e3779b8, 1
