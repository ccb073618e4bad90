// Both sides of a product are transposes, of sizes that differ.
@group(0) @binding(0) var<storage, read> a: mat3x2f;
@group(0) @binding(1) var<storage, read> b: mat4x3f;
@group(0) @binding(2) var<storage, read> c: mat2x4f;
@group(0) @binding(3) var<storage, read> d: mat3x3f;
@group(0) @binding(4) var<storage, read_write> ab: mat2x4f;
@group(0) @binding(5) var<storage, read_write> abc: mat2x2f;
@group(0) @binding(6) var<storage, read_write> dd: mat3x3f;

@compute @workgroup_size(1)
fn main() {
  let left = transpose(b);
  let product = left * transpose(a);
  ab = product;
  abc = transpose(c) * transpose(transpose(product));
  dd = transpose(d) * transpose(d);
}
//! grid 1
//! in a = f32: 1..6
//! in b = f32: 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 0
//! in c = f32: 1..8
//! in d = f32: 1, 0, 2, 0, 0, 3, 0, 0, 1, 1, 0, 0
//! out ab = f32: 22, 49, 76, 103, 28, 64, 100, 136
//! out abc = f32: 760, 1760, 1000, 2312
//! out dd = f32: 3, 0, 1, _, 2, 9, 3, _, 2, 0, 2, _
