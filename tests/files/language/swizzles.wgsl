@group(0) @binding(0) var<storage, read> v: vec4i;
@group(0) @binding(1) var<storage, read_write> out: array<vec4i>;

@compute @workgroup_size(1)
fn main() {
  out[0] = v.wzyx;
  out[1] = v.xxyy;
  out[2] = vec4(v.rg, v.ba);
  out[3] = v.zyx.xzyy;
  var w = v;
  w.x = 10;
  w.a += 5;
  out[4] = w;
}
//! in v = i32: 1, 2, 3, 4
//! size out = 5
//! grid 1
//! out out = i32: 4, 3, 2, 1, 1, 1, 2, 2, 1, 2, 3, 4, 3, 1, 2, 2, 10, 2, 3, 9
