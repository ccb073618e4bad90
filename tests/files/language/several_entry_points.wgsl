@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

@compute @workgroup_size(1) fn first() { a[0] = 1; }
@compute @workgroup_size(1) fn second() { b[0] = 2; }
//! grid 1
//! run
//! entry first
//! size a = 1
//! out a = u32: 1
//! run
//! entry second
//! size b = 1
//! out b = u32: 2
//! run
//! fails invalid_argument "first"
//! run
//! entry third
//! fails invalid_argument "third"
