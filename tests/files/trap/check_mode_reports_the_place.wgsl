// One invocation goes too far, once before a barrier and once behind all of them.
@group(0) @binding(0) var<storage, read> at: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
var<workgroup> line: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  line[at[id.x] % 100] = lane;
  workgroupBarrier();
  out[select(id.x, at[id.x], at[id.x] >= 100)] = line[lane];
}
//! check trap
//! size out = 128
//! run
//! in at = u32: 0..63, 0..63
//! out out = u32: 0..63, 0..63
//! run
//! in at = u32: 0..63, 0..9, 64, 11..63
//! fails trapped "index 64 is out of bounds of 'line' with length 64 in invocation (74, 0, 0) at check_mode_reports_the_place.wgsl:8:3"
//! run
//! in at = u32: 0..63, 0..9, 128, 11..63
//! fails trapped "index 128 is out of bounds of 'out' with length 128 in invocation (74, 0, 0) at check_mode_reports_the_place.wgsl:10:3"
//! run
//! in at = u32: 0..63, 0..63
//! out out = u32: 0..63, 0..63
