// Exclusive prefix sums in one pass: each workgroup takes a ticket, sums its part, and looks back at what earlier
// ones have published.
const WG = 128u;
const PART = 4u * WG;
const FLAG_NOT_READY = 0u;
const FLAG_AGGREGATE = 1u;
const FLAG_PREFIX = 2u;
@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ticket: atomic<u32>;
var<workgroup> part_id: u32;
var<workgroup> base: u32;
var<workgroup> sums: array<u32, WG>;
@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_id) lid: vec3<u32>) {
  if (lid.x == 0u) { part_id = atomicAdd(&ticket, 1u); }
  let part = workgroupUniformLoad(&part_id);
  let at = part * WG + lid.x;
  let v = input[at];
  let inner = vec4<u32>(0u, v.x, v.x + v.y, v.x + v.y + v.z);
  sums[lid.x] = inner.w + v.w;
  workgroupBarrier();
  for (var d = 1u; d < WG; d = d << 1u) {
    var add = 0u;
    if (lid.x >= d) { add = sums[lid.x - d]; }
    workgroupBarrier();
    sums[lid.x] += add;
    workgroupBarrier();
  }
  if (lid.x == 0u) {
    let total = sums[WG - 1u];
    if (part == 0u) {
      atomicStore(&states[0], (total << 2u) | FLAG_PREFIX);
      base = 0u;
    } else {
      atomicStore(&states[part], (total << 2u) | FLAG_AGGREGATE);
      var prefix = 0u;
      var back = part - 1u;
      loop {
        let state = atomicLoad(&states[back]);
        let flag = state & 3u;
        if (flag == FLAG_PREFIX) { prefix += state >> 2u; break; }
        if (flag == FLAG_AGGREGATE) { prefix += state >> 2u; back -= 1u; }
      }
      base = prefix;
      atomicStore(&states[part], ((prefix + total) << 2u) | FLAG_PREFIX);
    }
  }
  let before = workgroupUniformLoad(&base);
  output[at] = vec4<u32>(before + sums[lid.x] - inner.w - v.w) + inner;
}
//! device reference lowered swiftshader
//! in input = u32: 1*4096
//! size output = 1024
//! size states = 8
//! grid 8
//! out output = u32: 0..4095
