@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main() {
  for (var k = 0u; k < 4; k++) {
    var fresh: u32;
    var table: array<u32, 3>;
    fresh += k + 1;
    table[k % 3] += 1;
    out[k] = fresh * 10 + table[0] + table[1] + table[2];
  }
}
//! size out = 4
//! grid 1
//! out out = u32: 11, 21, 31, 41
