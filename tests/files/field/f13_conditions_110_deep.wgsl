//! device reference lowered swiftshader
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@group(0) @binding(1) var<storage, read> in: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = in[id.x];
  var r = 0;
  if x > 0 { r += 1; if x > 1 { r += 1; if x > 2 { r += 1; if x > 3 { r += 1; if x > 4 { r += 1; if x > 5 { r += 1; if x > 6 { r += 1; if x > 7 { r += 1;
  if x > 8 { r += 1; if x > 9 { r += 1; if x > 10 { r += 1; if x > 11 { r += 1; if x > 12 { r += 1; if x > 13 { r += 1; if x > 14 { r += 1; if x > 15 { r += 1;
  if x > 16 { r += 1; if x > 17 { r += 1; if x > 18 { r += 1; if x > 19 { r += 1; if x > 20 { r += 1; if x > 21 { r += 1; if x > 22 { r += 1; if x > 23 { r += 1;
  if x > 24 { r += 1; if x > 25 { r += 1; if x > 26 { r += 1; if x > 27 { r += 1; if x > 28 { r += 1; if x > 29 { r += 1; if x > 30 { r += 1; if x > 31 { r += 1;
  if x > 32 { r += 1; if x > 33 { r += 1; if x > 34 { r += 1; if x > 35 { r += 1; if x > 36 { r += 1; if x > 37 { r += 1; if x > 38 { r += 1; if x > 39 { r += 1;
  if x > 40 { r += 1; if x > 41 { r += 1; if x > 42 { r += 1; if x > 43 { r += 1; if x > 44 { r += 1; if x > 45 { r += 1; if x > 46 { r += 1; if x > 47 { r += 1;
  if x > 48 { r += 1; if x > 49 { r += 1; if x > 50 { r += 1; if x > 51 { r += 1; if x > 52 { r += 1; if x > 53 { r += 1; if x > 54 { r += 1; if x > 55 { r += 1;
  if x > 56 { r += 1; if x > 57 { r += 1; if x > 58 { r += 1; if x > 59 { r += 1; if x > 60 { r += 1; if x > 61 { r += 1; if x > 62 { r += 1; if x > 63 { r += 1;
  if x > 64 { r += 1; if x > 65 { r += 1; if x > 66 { r += 1; if x > 67 { r += 1; if x > 68 { r += 1; if x > 69 { r += 1; if x > 70 { r += 1; if x > 71 { r += 1;
  if x > 72 { r += 1; if x > 73 { r += 1; if x > 74 { r += 1; if x > 75 { r += 1; if x > 76 { r += 1; if x > 77 { r += 1; if x > 78 { r += 1; if x > 79 { r += 1;
  if x > 80 { r += 1; if x > 81 { r += 1; if x > 82 { r += 1; if x > 83 { r += 1; if x > 84 { r += 1; if x > 85 { r += 1; if x > 86 { r += 1; if x > 87 { r += 1;
  if x > 88 { r += 1; if x > 89 { r += 1; if x > 90 { r += 1; if x > 91 { r += 1; if x > 92 { r += 1; if x > 93 { r += 1; if x > 94 { r += 1; if x > 95 { r += 1;
  if x > 96 { r += 1; if x > 97 { r += 1; if x > 98 { r += 1; if x > 99 { r += 1; if x > 100 { r += 1; if x > 101 { r += 1; if x > 102 { r += 1; if x > 103 { r += 1;
  if x > 104 { r += 1; if x > 105 { r += 1; if x > 106 { r += 1; if x > 107 { r += 1; if x > 108 { r += 1; if x > 109 { r += 1;
  } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } }
  out[id.x] = r;
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! out out = i32: 0, 3, 60, 70, 75, 100, 110, 110
