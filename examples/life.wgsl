// One generation of Conway's game of life on a board whose edges meet.
struct Board {
  width: u32,
  height: u32,
}

@group(0) @binding(0) var<uniform> board: Board;
@group(0) @binding(1) var<storage, read> before: array<u32>;       // row after row, 1 where there is life
@group(0) @binding(2) var<storage, read_write> after: array<u32>;  // the same shape

fn alive(x: u32, y: u32) -> u32 {
  return before[(y % board.height) * board.width + x % board.width];
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = id.x;
  let y = id.y;
  if x >= board.width || y >= board.height {
    return;
  }
  var neighbours = 0u;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) {
      if dx != 1u || dy != 1u {
        neighbours += alive(x + board.width + dx - 1u, y + board.height + dy - 1u);
      }
    }
  }
  let lives = neighbours == 3u || (neighbours == 2u && alive(x, y) == 1u);
  after[y * board.width + x] = u32(lives);
}
