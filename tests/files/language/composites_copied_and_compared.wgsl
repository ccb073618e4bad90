struct Cell { position: vec2i, tags: array<u32, 3> }
@group(0) @binding(0) var<storage, read_write> cells: array<Cell>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

fn moved(c: Cell, by: vec2i) -> Cell {
  var result = c;
  result.position += by;
  result.tags[1] = 77;
  return result;
}

@compute @workgroup_size(1)
fn main() {
  cells[0] = Cell(vec2i(1, 2), array(3, 4, 5));
  cells[1] = moved(cells[0], vec2i(10, 20));
  let same = cells[0].position == cells[1].position - 10;
  out[0] = u32(same.x);
  out[1] = u32(same.y);
  out[2] = u32(all(same));
  out[3] = u32(any(same));
  let tags = cells[1].tags;
  out[4] = tags[0] + tags[1] + tags[2];
  var copy = array<Cell, 2>(cells[0], cells[1]);
  copy[1].tags = array(1u, 1, 1);
  out[5] = copy[1].tags[0] + cells[1].tags[0] + u32(copy[0].position.y);
}
//! size cells = 2
//! size out = 6
//! grid 1
//! out cells = i32: 1, 2, 3, 4, 5, _, 11, 22, 3, 77, 5, _
//! out out = u32: 1, 0, 0, 1, 85, 6
