// (offset, count) pairs; count is cut to what is left of the word.
@group(0) @binding(0) var<storage, read> e: u32;
@group(0) @binding(1) var<storage, read> at: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> extracted: array<u32>;
@group(0) @binding(3) var<storage, read_write> extracted_signed: array<i32>;
@group(0) @binding(4) var<storage, read_write> inserted: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if i < arrayLength(&at) {
    extracted[i] = extractBits(e, at[i].x, at[i].y);
    extracted_signed[i] = extractBits(i32(e), at[i].x, at[i].y);
    inserted[i] = insertBits(e, 0xffffffffu, at[i].x, at[i].y);
  }
}
//! in e = u32: 0xf0f0a5c3
//! in at = u32: 0, 0, 4, 8, 28, 8, 32, 1, 40, 40, 0, 32, 31, 1
//! size extracted = 7
//! size extracted_signed = 7
//! size inserted = 7
//! out extracted = u32: 0, 92, 15, 0, 0, 4042302915, 1
//! out extracted_signed = i32: 0, 92, -1, 0, 0, -252664381, -1
//! out inserted = u32: 4042302915, 4042305523, 4042302915, 4042302915, 4042302915, 4294967295, 4042302915
