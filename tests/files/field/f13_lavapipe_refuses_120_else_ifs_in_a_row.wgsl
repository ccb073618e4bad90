// lavapipe's stack of masks has 80 places, and conditions beyond have no effect: refused instead.
//! device lavapipe
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
  else if x == 73 { r = 73; } else if x == 74 { r = 74; } else if x == 75 { r = 75; } else if x == 76 { r = 76; }
  else if x == 77 { r = 77; } else if x == 78 { r = 78; } else if x == 79 { r = 79; } else if x == 80 { r = 80; }
  else if x == 81 { r = 81; } else if x == 82 { r = 82; } else if x == 83 { r = 83; } else if x == 84 { r = 84; }
  else if x == 85 { r = 85; } else if x == 86 { r = 86; } else if x == 87 { r = 87; } else if x == 88 { r = 88; }
  else if x == 89 { r = 89; } else if x == 90 { r = 90; } else if x == 91 { r = 91; } else if x == 92 { r = 92; }
  else if x == 93 { r = 93; } else if x == 94 { r = 94; } else if x == 95 { r = 95; } else if x == 96 { r = 96; }
  else if x == 97 { r = 97; } else if x == 98 { r = 98; } else if x == 99 { r = 99; } else if x == 100 { r = 100; }
  else if x == 101 { r = 101; } else if x == 102 { r = 102; } else if x == 103 { r = 103; } else if x == 104 { r = 104; }
  else if x == 105 { r = 105; } else if x == 106 { r = 106; } else if x == 107 { r = 107; } else if x == 108 { r = 108; }
  else if x == 109 { r = 109; } else if x == 110 { r = 110; } else if x == 111 { r = 111; } else if x == 112 { r = 112; }
  else if x == 113 { r = 113; } else if x == 114 { r = 114; } else if x == 115 { r = 115; } else if x == 116 { r = 116; }
  else if x == 117 { r = 117; } else if x == 118 { r = 118; } else if x == 119 { r = 119; }
  out[id.x] = r;
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! fails unsupported "at most 79 conditions in each other, and 'main' has 12"
