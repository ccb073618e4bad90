struct Inputs {
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3<u32>,
}
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn value(inputs: Inputs, lane: u32) -> u32 { return inputs.id.x * 100 + inputs.groups.x * 10 + lane; }

@compute @workgroup_size(2)
fn main(inputs: Inputs, @builtin(local_invocation_index) lane: u32) {
  out[inputs.id.x] = value(inputs, lane);
}
//! size out = 6
//! out out = u32: 30, 131, 230, 331, 430, 531
