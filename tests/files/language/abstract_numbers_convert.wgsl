const big = 1 << 40;
const half = 0.5;
const third = 1 / 3.0;
const mixed = vec3(1, 2.5, big / 1099511627776);
@group(0) @binding(0) var<storage, read_write> f: array<f32>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;
@group(0) @binding(2) var<storage, read_write> i: array<i32>;

fn take(x: f32) -> f32 { return x; }

@compute @workgroup_size(1)
fn main() {
  f[0] = half + 1;
  f[1] = third;
  f[2] = mixed.y + mixed.z;
  f[3] = take(7);
  f[4] = f32(big);
  f[5] = 3;
  u[0] = big / 1024 / 1024 / 1024;
  u[1] = 4294967295;
  u[2] = 7 + u32(i[0]);
  i[0] = -2147483648;
  let inferred = 5;
  i[1] = inferred;
  let vector = vec2(1, 2) * 3;
  i[2] = vector.y;
  f[6] = vec2(1, 2.5).x;
  f[7] = 1e3f + 0x1.8p1 + 1.e0 + .5;
  u[3] = 0x1F + 1u;
}
//! size f = 8
//! size u = 4
//! size i = 3
//! grid 1
//! out f = f32: 1.5, 0.3333333333, 3.5, 7, 1099511627776, 3, 1, 1004.5
//! out u = u32: 1024, 4294967295, 7, 32
//! out i = i32: -2147483648, 5, 6
