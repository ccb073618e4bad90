@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = scaled(Pair(id.x, offset));
}
fn scaled(p: Pair) -> u32 { return p.a * factor + p.b; }
struct Pair { a: Word, b: Word }
alias Word = u32;
const factor = width / 2;
const width = 4;
@group(0) @binding(0) var<storage, read_write> out: array<Word>;
var<private> offset: Word = 100;
//! size out = 4
//! out out = u32: 100, 102, 104, 106
