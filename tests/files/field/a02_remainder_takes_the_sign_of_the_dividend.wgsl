// Operands come from the index, so that nothing folds them.
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@group(0) @binding(1) var<storage, read> divisor: i32;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = (i32(id.x) - 4) % divisor;
}
//! size out = 8
//! run
//! in divisor = i32: 3
//! out out = i32: -1, 0, -2, -1, 0, 1, 2, 0
//! run
//! in divisor = i32: -3
//! out out = i32: -1, 0, -2, -1, 0, 1, 2, 0
//! run
//! in divisor = i32: 0
//! out out = i32: 0*8
//! run
//! in divisor = i32: -1
//! out out = i32: 0*8
