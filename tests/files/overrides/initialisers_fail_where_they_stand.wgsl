override n: u32 = 4;
override part = 12 / n;
override big: f32 = f32(n) * 1e38;
override size = i32(n) - 2;
override missing: u32;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
var<workgroup> tile: array<f32, 2 / n + 1>;
var<private> start = f32(n << (n * 10));

@compute @workgroup_size(1)
fn parts() { out[0] = f32(part); }

@compute @workgroup_size(1)
fn bigs() { out[0] = big / 1e30; }

@compute @workgroup_size(size)
fn sized(@builtin(local_invocation_index) index: u32) { out[index] = 1; }

@compute @workgroup_size(1)
fn tiles() { tile[0] = 2; out[0] = tile[0]; }

@compute @workgroup_size(1)
fn starts() { out[0] = start; }

@compute @workgroup_size(1)
fn misses() { out[0] = f32(missing); }
//! size out = 1
//! grid 1
//! run
//! entry parts
//! out out = f32: 3
//! run
//! entry parts
//! set n = 0
//! fails invalid_argument "2:17: error: override 'part': 'div' fails: integer division by zero [wgsl.const_eval]"
//! run
//! entry bigs
//! fails invalid_program "3:21: error: override 'big': 'mul' gives a value that is not finite [wgsl.const_eval]"
//! run
//! entry bigs
//! set n = 2
//! out out = f32 ~ulp 2: 2e8
//! run
//! entry sized
//! set n = 2
//! fails invalid_argument "4:10: error: workgroup size along x of entry point 'sized' is 0, which override 'size' gives; it must be at least 1"
//! run
//! entry tiles
//! set n = 0
//! fails invalid_argument "7:33: error: override expression: 'div' fails: integer division by zero"
//! run
//! entry starts
//! fails invalid_program "8:26: error: override expression: 'shl' fails: shift count (40) is not less than the width (32) of 'u32'"
//! run
//! entry misses
//! fails invalid_argument "override 'missing' has no default and no value was given"
