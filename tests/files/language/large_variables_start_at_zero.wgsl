// Drivers set these element by element; each execution of a declaration starts again at zero.
struct Cell { flag: bool, point: vec3f, tail: array<u32, 3> }
struct Large { head: u32, cells: array<Cell, 5>, rows: array<array<vec2i, 17>, 3>, turn: mat3x3f }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<private> kept: Large;
var<private> words: array<u32, 67>;

fn sum(cell: Cell) -> u32 {
  return u32(cell.flag) + u32(cell.point.x + cell.point.y + cell.point.z) + cell.tail[0] + cell.tail[1] + cell.tail[2];
}
fn total(p: ptr<function, Large>) -> u32 {
  var s = (*p).head + u32(determinant((*p).turn));
  for (var k = 0; k < 5; k++) { s += sum((*p).cells[k]); }
  for (var k = 0; k < 51; k++) { s += u32((*p).rows[k / 17][k % 17].x + (*p).rows[k / 17][k % 17].y); }
  return s;
}
fn fill(p: ptr<function, Large>, x: u32) {
  (*p).head = x;
  (*p).turn = mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (var k = 0; k < 5; k++) { (*p).cells[k] = Cell(true, vec3f(1), array(x, x, x)); }
  for (var k = 0; k < 51; k++) { (*p).rows[k / 17][k % 17] = vec2i(1); }
}

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var round = 0u; round < 2; round++) {
    var local: Large;
    out[id.x * 8 + round] = total(&local);
    fill(&local, 5 + id.x);
    out[id.x * 8 + round + 2] = total(&local);
  }
  var s = 0u;
  for (var k = 0u; k < 67; k++) { s += words[k]; words[k] = k; }
  out[id.x * 8 + 4] = s + kept.head + sum(kept.cells[4]) + u32(kept.rows[2][16].y) + u32(kept.turn[2].z);
  out[id.x * 8 + 5] = words[66] + words[id.x + 64];
  kept.cells[id.x + 2].tail[2] = 9;
  out[id.x * 8 + 6] = sum(kept.cells[id.x + 2]);
}
//! size out = 16
//! grid 1
//! out out = u32: 0, 0, 203, 203, 0, 130, 9, _, 0, 0, 219, 219, 0, 131, 9, _
