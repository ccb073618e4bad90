@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn sum(seed: u32) -> u32 {
  var a: array<u32, 4096>;
  let before = a[seed] + a[4095 - seed];
  for (var k = 0u; k < 4096; k += 8) { a[k + seed] = k; }
  return before * 1000000 + a[seed] + a[seed + 8] * 10 + a[4088 + seed] * 100 + a[seed + 1];
}

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var round = 0; round < 3; round++) { out[id.x] += sum(id.x); }
}
//! size out = 4
//! out out = u32: 1226640*4
