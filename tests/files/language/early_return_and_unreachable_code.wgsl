@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn pick(x: u32) -> u32 {
  if x == 0 { return 10; }
  else if x == 1 { return 11; }
  switch x {
    case 2: { return 12; }
    default: { loop { if x > 3 { return 14; } return 13; } }
  }
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x > 4 { return; }
  out[id.x] = pick(id.x);
}
//! size out = 6
//! out out = u32: 10, 11, 12, 13, 14, 0
