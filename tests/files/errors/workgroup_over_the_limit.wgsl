// Limits are the device's, so this one appears when the program is compiled for a device.
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64, 64)
fn main() {
  out[0] = 1;
}
//! device lavapipe swiftshader
//! grid 1
//! fails unsupported "4096"
