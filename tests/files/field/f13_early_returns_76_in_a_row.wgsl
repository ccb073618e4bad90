@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@group(0) @binding(1) var<storage, read> in: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = in[id.x];
  if x == 0 { out[id.x] = 0; return; } if x == 1 { out[id.x] = 1; return; } if x == 2 { out[id.x] = 2; return; }
  if x == 3 { out[id.x] = 3; return; } if x == 4 { out[id.x] = 4; return; } if x == 5 { out[id.x] = 5; return; }
  if x == 6 { out[id.x] = 6; return; } if x == 7 { out[id.x] = 7; return; } if x == 8 { out[id.x] = 8; return; }
  if x == 9 { out[id.x] = 9; return; } if x == 10 { out[id.x] = 10; return; } if x == 11 { out[id.x] = 11; return; }
  if x == 12 { out[id.x] = 12; return; } if x == 13 { out[id.x] = 13; return; } if x == 14 { out[id.x] = 14; return; }
  if x == 15 { out[id.x] = 15; return; } if x == 16 { out[id.x] = 16; return; } if x == 17 { out[id.x] = 17; return; }
  if x == 18 { out[id.x] = 18; return; } if x == 19 { out[id.x] = 19; return; } if x == 20 { out[id.x] = 20; return; }
  if x == 21 { out[id.x] = 21; return; } if x == 22 { out[id.x] = 22; return; } if x == 23 { out[id.x] = 23; return; }
  if x == 24 { out[id.x] = 24; return; } if x == 25 { out[id.x] = 25; return; } if x == 26 { out[id.x] = 26; return; }
  if x == 27 { out[id.x] = 27; return; } if x == 28 { out[id.x] = 28; return; } if x == 29 { out[id.x] = 29; return; }
  if x == 30 { out[id.x] = 30; return; } if x == 31 { out[id.x] = 31; return; } if x == 32 { out[id.x] = 32; return; }
  if x == 33 { out[id.x] = 33; return; } if x == 34 { out[id.x] = 34; return; } if x == 35 { out[id.x] = 35; return; }
  if x == 36 { out[id.x] = 36; return; } if x == 37 { out[id.x] = 37; return; } if x == 38 { out[id.x] = 38; return; }
  if x == 39 { out[id.x] = 39; return; } if x == 40 { out[id.x] = 40; return; } if x == 41 { out[id.x] = 41; return; }
  if x == 42 { out[id.x] = 42; return; } if x == 43 { out[id.x] = 43; return; } if x == 44 { out[id.x] = 44; return; }
  if x == 45 { out[id.x] = 45; return; } if x == 46 { out[id.x] = 46; return; } if x == 47 { out[id.x] = 47; return; }
  if x == 48 { out[id.x] = 48; return; } if x == 49 { out[id.x] = 49; return; } if x == 50 { out[id.x] = 50; return; }
  if x == 51 { out[id.x] = 51; return; } if x == 52 { out[id.x] = 52; return; } if x == 53 { out[id.x] = 53; return; }
  if x == 54 { out[id.x] = 54; return; } if x == 55 { out[id.x] = 55; return; } if x == 56 { out[id.x] = 56; return; }
  if x == 57 { out[id.x] = 57; return; } if x == 58 { out[id.x] = 58; return; } if x == 59 { out[id.x] = 59; return; }
  if x == 60 { out[id.x] = 60; return; } if x == 61 { out[id.x] = 61; return; } if x == 62 { out[id.x] = 62; return; }
  if x == 63 { out[id.x] = 63; return; } if x == 64 { out[id.x] = 64; return; } if x == 65 { out[id.x] = 65; return; }
  if x == 66 { out[id.x] = 66; return; } if x == 67 { out[id.x] = 67; return; } if x == 68 { out[id.x] = 68; return; }
  if x == 69 { out[id.x] = 69; return; } if x == 70 { out[id.x] = 70; return; } if x == 71 { out[id.x] = 71; return; }
  if x == 72 { out[id.x] = 72; return; } if x == 73 { out[id.x] = 73; return; } if x == 74 { out[id.x] = 74; return; }
  if x == 75 { out[id.x] = 75; return; }
  out[id.x] = -1;
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! out out = i32: 0, 3, 60, 70, 75, -1, -1, -1
