@group(0) @binding(0) var<storage, read> rows: array<array<u32, 5>>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

fn search(row: u32) -> u32 {
  var flag: array<bool, 5>;
  var i = 0u;
  loop {
    if rows[row][i] != 0u {
      flag[i] = true;
      break;
    }
    if i == 4u {
      return 7u;
    }
    i += 1u;
  }
  return select(99u, i + 10u, flag[i]);
}

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = search(id.x);
}
//! in rows = u32: 0, 0, 3, 0, 0, 9, 0, 0, 0, 0, 0*5, 0, 0, 0, 0, 1
//! size out = 4
//! out out = u32: 12, 10, 7, 14
