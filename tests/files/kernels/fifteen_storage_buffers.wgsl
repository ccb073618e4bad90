@group(0) @binding(0) var<storage, read> in_0: array<u32>;
@group(0) @binding(1) var<storage, read> in_1: array<u32>;
@group(0) @binding(2) var<storage, read> in_2: array<u32>;
@group(0) @binding(3) var<storage, read> in_3: array<u32>;
@group(0) @binding(4) var<storage, read> in_4: array<u32>;
@group(0) @binding(5) var<storage, read> in_5: array<u32>;
@group(0) @binding(6) var<storage, read> in_6: array<u32>;
@group(0) @binding(7) var<storage, read> in_7: array<u32>;
@group(0) @binding(8) var<storage, read> in_8: array<u32>;
@group(0) @binding(9) var<storage, read> in_9: array<u32>;
@group(0) @binding(10) var<storage, read> in_10: array<u32>;
@group(0) @binding(11) var<storage, read> in_11: array<u32>;
@group(0) @binding(12) var<storage, read> in_12: array<u32>;
@group(0) @binding(13) var<storage, read> in_13: array<u32>;
@group(0) @binding(14) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  sum += in_0[id.x] * 1;
  sum += in_1[id.x] * 2;
  sum += in_2[id.x] * 3;
  sum += in_3[id.x] * 4;
  sum += in_4[id.x] * 5;
  sum += in_5[id.x] * 6;
  sum += in_6[id.x] * 7;
  sum += in_7[id.x] * 8;
  sum += in_8[id.x] * 9;
  sum += in_9[id.x] * 10;
  sum += in_10[id.x] * 11;
  sum += in_11[id.x] * 12;
  sum += in_12[id.x] * 13;
  sum += in_13[id.x] * 14;
  out[id.x] = sum;
}
//! in in_0 = u32: 0, 1
//! in in_1 = u32: 1, 2
//! in in_2 = u32: 2, 3
//! in in_3 = u32: 3, 4
//! in in_4 = u32: 4, 5
//! in in_5 = u32: 5, 6
//! in in_6 = u32: 6, 7
//! in in_7 = u32: 7, 8
//! in in_8 = u32: 8, 9
//! in in_9 = u32: 9, 10
//! in in_10 = u32: 10, 11
//! in in_11 = u32: 11, 12
//! in in_12 = u32: 12, 13
//! in in_13 = u32: 13, 14
//! size out = 2
//! out out = u32: 910, 1015
