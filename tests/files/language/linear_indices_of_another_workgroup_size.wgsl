override width: u32 = 4;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

struct Inputs { @builtin(global_invocation_index) index: u32, @builtin(global_invocation_id) id: vec3u }

@compute @workgroup_size(width, 2)
fn main(inputs: Inputs) { out[inputs.index] = inputs.id.y * 100 + inputs.id.x; }
//! grid 2,1
//! run
//! size out = 16
//! out out = u32: 0..7, 100..107
//! run
//! set width = 1
//! size out = 4
//! out out = u32: 0, 1, 100, 101
//! run
//! workgroup 3,1
//! size out = 6
//! out out = u32: 0..5
