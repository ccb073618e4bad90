// Axes and their product are checked one by one, before the driver sees them.
override x = 1u;
override y = 1u;
override z = 1u;
@group(0) @binding(0) var<storage, read_write> lanes: atomic<u32>;

@compute @workgroup_size(x, y, z)
fn main() {
  atomicAdd(&lanes, 1u);
}
//! device swiftshader
//! grid 1
//! run
//! set z = 65
//! fails unsupported "64"
//! run
//! set x = 16
//! set y = 17
//! fails unsupported "256"
//! run
//! set x = 257
//! fails unsupported "256"
//! run
//! set y = 257
//! fails unsupported "256"
//! run
//! set x = 128
//! set y = 2
//! set z = 2
//! fails unsupported "256"
