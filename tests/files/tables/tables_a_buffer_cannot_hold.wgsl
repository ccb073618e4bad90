const flags = array<bool, 100>(
true, false, true, true, true, true, false, false, false, false, false, false, false, true, false, false, false,
true, false, false, false, true, false, true, false, false, false, false, false, true, true, false, true, false,
false, false, true, false, false, true, true, false, false, false, false, true, true, true, false, true, false,
true, true, true, true, true, true, true, true, true, true, false, true, true, true, false, false, false, true,
true, false, false, false, false, false, false, true, true, true, true, true, false, true, true, true, true, false,
true, true, false, true, true, true, false, false, true, true, true, true, true,
);
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var bits = 0u;
  for (var k = 0u; k < 25; k++) { bits |= u32(flags[id.x * 25 + k]) << k; }
  out[id.x] = bits;
}
//! size out = 4
//! out out = u32: 0xa2203d, 0x170c8b0, 0xc77fe, 0x1f3b7be
