// Check mode trap: of arrays in a buffer or variable, which one was indexed, with its own length.
struct Cell { mass: f32, words: array<u32, 4>, parts: array<vec3f, 2> }
struct Grid { width: u32, cells: array<Cell, 3>, tail: array<array<u32, 5>> }
@group(0) @binding(0) var<storage, read> at: array<u32, 6>;
@group(0) @binding(1) var<storage, read_write> grid: Grid;
var<workgroup> shared_cells: array<Cell, 2>;

fn fourth(cell: ptr<function, Cell>, index: u32) -> u32 {
  return (*cell).words[index];
}

@compute @workgroup_size(1)
fn main() {
  var own: Cell;
  own.words[at[0]] = 7;
  grid.cells[at[1]].words[at[2]] = fourth(&own, at[3]);
  grid.cells[1].parts[at[3]][at[2]] = 1.5;
  grid.tail[at[4]][at[5]] = 9;
  shared_cells[at[3]].words[at[5]] = u32(grid.cells[1].parts[0].x);
}
//! check trap
//! grid 1
//! size grid = 2
//! run
//! in at = u32: 3, 2, 2, 1, 1, 3
//! out grid = u32: 0*34, 0x3fc00000, 0*25, 9, 0, ...
//! run
//! in at = u32: 4, 2, 2, 1, 1, 3
//! fails trapped "index 4 is out of bounds of 'own.words' with length 4 in invocation (0, 0, 0) at check_mode_reports_the_array.wgsl:15:3"
//! run
//! in at = u32: 3, 3, 2, 1, 1, 3
//! fails trapped "index 3 is out of bounds of 'grid.cells' with length 3 in"
//! run
//! in at = u32: 3, 2, 4, 1, 1, 3
//! fails trapped "index 4 is out of bounds of 'grid.cells[].words' with length 4 in"
//! run
//! in at = u32: 3, 2, 2, 4, 1, 3
//! fails trapped "index 4 is out of bounds of 'cell.words' with length 4 in"
//! run
//! in at = u32: 3, 2, 2, 2, 1, 3
//! fails trapped "index 2 is out of bounds of 'grid.cells[].parts' with length 2 in"
//! run
//! in at = u32: 3, 2, 3, 1, 1, 3
//! fails trapped "index 3 is out of bounds of 'grid.cells[].parts[]' with length 3 in"
//! run
//! in at = u32: 3, 2, 2, 1, 2, 3
//! fails trapped "index 2 is out of bounds of 'grid.tail' with length 2 in"
//! run
//! in at = u32: 3, 2, 2, 1, 1, 5
//! fails trapped "index 5 is out of bounds of 'grid.tail[]' with length 5 in"
