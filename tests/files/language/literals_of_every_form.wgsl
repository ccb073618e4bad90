@group(0) @binding(0) var<storage, read_write> i: array<i32>;
@group(0) @binding(1) var<storage, read_write> u: array<u32>;
@group(0) @binding(2) var<storage, read_write> f: array<f32>;

@compute @workgroup_size(1)
fn main() {
  i[0] = 0; i[1] = 123i; i[2] = -2147483648; i[3] = 0x7fffffff; i[4] = 0X1fi; i[5] = -0x80000000;
  u[0] = 0u; u[1] = 4294967295u; u[2] = 0xFFFFFFFFu; u[3] = 0Xabcdu; u[4] = 4294967295; u[5] = u32(true) + u32(!false) * 2;
  f[0] = 1.; f[1] = .25; f[2] = 1e2; f[3] = 1.5E+1f; f[4] = 25e-2f; f[5] = 7f;
  f[6] = 0x1.8p1; f[7] = 0x.8P2f; f[8] = 0xAp-1; f[9] = 0X1p+3f; f[10] = 3; f[11] = 0e5; f[12] = 0x1.p0; f[13] = 3.4028234e38;
  f[14] = 123456789.0; f[15] = 0.1;
}
//! size i = 6
//! size u = 6
//! size f = 16
//! grid 1
//! out i = i32: 0, 123, -2147483648, 2147483647, 31, -2147483648
//! out u = u32: 0, 4294967295, 4294967295, 43981, 4294967295, 3
//! out f = f32: 1, 0.25, 100, 15, 0.25, 7, 3, 2, 5, 8, 3, 0, 1, 3.4028234e38, 123456792, 0.1
