@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@group(0) @binding(1) var<storage, read> in: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = in[id.x];
  var r = -1;
  if x == 0 { r = 0; }
  else if x == 1 { r = 1; } else if x == 2 { r = 2; } else if x == 3 { r = 3; } else if x == 4 { r = 4; }
  else if x == 5 { r = 5; } else if x == 6 { r = 6; } else if x == 7 { r = 7; } else if x == 8 { r = 8; }
  else if x == 9 { r = 9; } else if x == 10 { r = 10; } else if x == 11 { r = 11; } else if x == 12 { r = 12; }
  else if x == 13 { r = 13; } else if x == 14 { r = 14; } else if x == 15 { r = 15; } else if x == 16 { r = 16; }
  else if x == 17 { r = 17; } else if x == 18 { r = 18; } else if x == 19 { r = 19; } else if x == 20 { r = 20; }
  else if x == 21 { r = 21; } else if x == 22 { r = 22; } else if x == 23 { r = 23; } else if x == 24 { r = 24; }
  else if x == 25 { r = 25; } else if x == 26 { r = 26; } else if x == 27 { r = 27; } else if x == 28 { r = 28; }
  else if x == 29 { r = 29; } else if x == 30 { r = 30; } else if x == 31 { r = 31; } else if x == 32 { r = 32; }
  else if x == 33 { r = 33; } else if x == 34 { r = 34; } else if x == 35 { r = 35; } else if x == 36 { r = 36; }
  else if x == 37 { r = 37; } else if x == 38 { r = 38; } else if x == 39 { r = 39; } else if x == 40 { r = 40; }
  else if x == 41 { r = 41; } else if x == 42 { r = 42; } else if x == 43 { r = 43; } else if x == 44 { r = 44; }
  else if x == 45 { r = 45; } else if x == 46 { r = 46; } else if x == 47 { r = 47; } else if x == 48 { r = 48; }
  else if x == 49 { r = 49; } else if x == 50 { r = 50; } else if x == 51 { r = 51; } else if x == 52 { r = 52; }
  else if x == 53 { r = 53; } else if x == 54 { r = 54; } else if x == 55 { r = 55; } else if x == 56 { r = 56; }
  else if x == 57 { r = 57; } else if x == 58 { r = 58; } else if x == 59 { r = 59; } else if x == 60 { r = 60; }
  else if x == 61 { r = 61; } else if x == 62 { r = 62; } else if x == 63 { r = 63; } else if x == 64 { r = 64; }
  else if x == 65 { r = 65; } else if x == 66 { r = 66; } else if x == 67 { r = 67; } else if x == 68 { r = 68; }
  else if x == 69 { r = 69; } else if x == 70 { r = 70; } else if x == 71 { r = 71; } else if x == 72 { r = 72; }
  else if x == 73 { r = 73; } else if x == 74 { r = 74; } else if x == 75 { r = 75; }
  out[id.x] = r;
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! out out = i32: 0, 3, 60, 70, 75, -1, -1, -1
