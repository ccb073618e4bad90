struct Mixed { a: u32, b: array<vec3u, 2>, c: atomic<i32> }
var<workgroup> mixed: Mixed;
var<workgroup> large: array<u32, 1000>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  var sum = 0u;
  for (var k = lane; k < 1000; k += 64) { sum += large[k]; }
  sum += mixed.a + mixed.b[0].z + mixed.b[1].x + u32(atomicLoad(&mixed.c));
  workgroupBarrier();
  for (var k = lane; k < 1000; k += 64) { large[k] = 0xffffffff; }
  mixed.a = 5;
  mixed.b[1] = vec3u(7);
  atomicStore(&mixed.c, 9);
  out[group.x * 64 + lane] = sum;
}
//! size out = 1024
//! grid 16
//! out out = u32: 0*1024
