// 32 KiB is the limit of the software devices; the message has what is used and what there is.
var<workgroup> values: array<u32, 16385>;
@group(0) @binding(0) var<storage, read_write> out: u32;

@compute @workgroup_size(1)
fn main() {
  values[0] = 1u;
  out = values[16384];
}
//! device lavapipe swiftshader
//! grid 1
//! fails unsupported "65540"
