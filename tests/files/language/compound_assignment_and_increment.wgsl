@group(0) @binding(0) var<storage, read_write> out: array<i32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = 10;
  out[0] -= 3;
  out[1] += 4;
  out[1] *= 5;
  out[2] = 7;
  out[2] /= 2;
  out[3] = -7;
  out[3] %= 4;
  out[4] = 0xff;
  out[4] &= 0x3c;
  out[5] |= 9;
  out[6] = 9;
  out[6] ^= 5;
  out[7] = -16;
  out[7] >>= 2u;
  out[8] = 3;
  out[8] <<= 4u;
  out[9]++;
  out[10]--;
  _ = out[0] + 1;
}
//! size out = 11
//! grid 1
//! out out = i32: 7, 20, 3, -3, 60, 9, 12, -4, 48, 1, -1
