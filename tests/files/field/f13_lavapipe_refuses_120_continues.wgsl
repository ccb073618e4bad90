// lavapipe's stack of masks has 80 places, and conditions beyond have no effect: refused instead.
//! device lavapipe
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@group(0) @binding(1) var<storage, read> in: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = in[id.x];
  for (var i = 0; i < 2; i++) {
    if x == 0 { continue; } out[id.x] += 0;   if x == 1 { continue; } out[id.x] += 1;   if x == 2 { continue; } out[id.x] += 2;
    if x == 3 { continue; } out[id.x] += 3;   if x == 4 { continue; } out[id.x] += 4;   if x == 5 { continue; } out[id.x] += 5;
    if x == 6 { continue; } out[id.x] += 6;   if x == 7 { continue; } out[id.x] += 7;   if x == 8 { continue; } out[id.x] += 8;
    if x == 9 { continue; } out[id.x] += 9;   if x == 10 { continue; } out[id.x] += 10;   if x == 11 { continue; } out[id.x] += 11;
    if x == 12 { continue; } out[id.x] += 12;   if x == 13 { continue; } out[id.x] += 13;   if x == 14 { continue; } out[id.x] += 14;
    if x == 15 { continue; } out[id.x] += 15;   if x == 16 { continue; } out[id.x] += 16;   if x == 17 { continue; } out[id.x] += 17;
    if x == 18 { continue; } out[id.x] += 18;   if x == 19 { continue; } out[id.x] += 19;   if x == 20 { continue; } out[id.x] += 20;
    if x == 21 { continue; } out[id.x] += 21;   if x == 22 { continue; } out[id.x] += 22;   if x == 23 { continue; } out[id.x] += 23;
    if x == 24 { continue; } out[id.x] += 24;   if x == 25 { continue; } out[id.x] += 25;   if x == 26 { continue; } out[id.x] += 26;
    if x == 27 { continue; } out[id.x] += 27;   if x == 28 { continue; } out[id.x] += 28;   if x == 29 { continue; } out[id.x] += 29;
    if x == 30 { continue; } out[id.x] += 30;   if x == 31 { continue; } out[id.x] += 31;   if x == 32 { continue; } out[id.x] += 32;
    if x == 33 { continue; } out[id.x] += 33;   if x == 34 { continue; } out[id.x] += 34;   if x == 35 { continue; } out[id.x] += 35;
    if x == 36 { continue; } out[id.x] += 36;   if x == 37 { continue; } out[id.x] += 37;   if x == 38 { continue; } out[id.x] += 38;
    if x == 39 { continue; } out[id.x] += 39;   if x == 40 { continue; } out[id.x] += 40;   if x == 41 { continue; } out[id.x] += 41;
    if x == 42 { continue; } out[id.x] += 42;   if x == 43 { continue; } out[id.x] += 43;   if x == 44 { continue; } out[id.x] += 44;
    if x == 45 { continue; } out[id.x] += 45;   if x == 46 { continue; } out[id.x] += 46;   if x == 47 { continue; } out[id.x] += 47;
    if x == 48 { continue; } out[id.x] += 48;   if x == 49 { continue; } out[id.x] += 49;   if x == 50 { continue; } out[id.x] += 50;
    if x == 51 { continue; } out[id.x] += 51;   if x == 52 { continue; } out[id.x] += 52;   if x == 53 { continue; } out[id.x] += 53;
    if x == 54 { continue; } out[id.x] += 54;   if x == 55 { continue; } out[id.x] += 55;   if x == 56 { continue; } out[id.x] += 56;
    if x == 57 { continue; } out[id.x] += 57;   if x == 58 { continue; } out[id.x] += 58;   if x == 59 { continue; } out[id.x] += 59;
    if x == 60 { continue; } out[id.x] += 60;   if x == 61 { continue; } out[id.x] += 61;   if x == 62 { continue; } out[id.x] += 62;
    if x == 63 { continue; } out[id.x] += 63;   if x == 64 { continue; } out[id.x] += 64;   if x == 65 { continue; } out[id.x] += 65;
    if x == 66 { continue; } out[id.x] += 66;   if x == 67 { continue; } out[id.x] += 67;   if x == 68 { continue; } out[id.x] += 68;
    if x == 69 { continue; } out[id.x] += 69;   if x == 70 { continue; } out[id.x] += 70;   if x == 71 { continue; } out[id.x] += 71;
    if x == 72 { continue; } out[id.x] += 72;   if x == 73 { continue; } out[id.x] += 73;   if x == 74 { continue; } out[id.x] += 74;
    if x == 75 { continue; } out[id.x] += 75;   if x == 76 { continue; } out[id.x] += 76;   if x == 77 { continue; } out[id.x] += 77;
    if x == 78 { continue; } out[id.x] += 78;   if x == 79 { continue; } out[id.x] += 79;   if x == 80 { continue; } out[id.x] += 80;
    if x == 81 { continue; } out[id.x] += 81;   if x == 82 { continue; } out[id.x] += 82;   if x == 83 { continue; } out[id.x] += 83;
    if x == 84 { continue; } out[id.x] += 84;   if x == 85 { continue; } out[id.x] += 85;   if x == 86 { continue; } out[id.x] += 86;
    if x == 87 { continue; } out[id.x] += 87;   if x == 88 { continue; } out[id.x] += 88;   if x == 89 { continue; } out[id.x] += 89;
    if x == 90 { continue; } out[id.x] += 90;   if x == 91 { continue; } out[id.x] += 91;   if x == 92 { continue; } out[id.x] += 92;
    if x == 93 { continue; } out[id.x] += 93;   if x == 94 { continue; } out[id.x] += 94;   if x == 95 { continue; } out[id.x] += 95;
    if x == 96 { continue; } out[id.x] += 96;   if x == 97 { continue; } out[id.x] += 97;   if x == 98 { continue; } out[id.x] += 98;
    if x == 99 { continue; } out[id.x] += 99;   if x == 100 { continue; } out[id.x] += 100;   if x == 101 { continue; } out[id.x] += 101;
    if x == 102 { continue; } out[id.x] += 102;   if x == 103 { continue; } out[id.x] += 103;   if x == 104 { continue; } out[id.x] += 104;
    if x == 105 { continue; } out[id.x] += 105;   if x == 106 { continue; } out[id.x] += 106;   if x == 107 { continue; } out[id.x] += 107;
    if x == 108 { continue; } out[id.x] += 108;   if x == 109 { continue; } out[id.x] += 109;   if x == 110 { continue; } out[id.x] += 110;
    if x == 111 { continue; } out[id.x] += 111;   if x == 112 { continue; } out[id.x] += 112;   if x == 113 { continue; } out[id.x] += 113;
    if x == 114 { continue; } out[id.x] += 114;   if x == 115 { continue; } out[id.x] += 115;   if x == 116 { continue; } out[id.x] += 116;
    if x == 117 { continue; } out[id.x] += 117;   if x == 118 { continue; } out[id.x] += 118;   if x == 119 { continue; } out[id.x] += 119;
  }
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! fails unsupported "at most 79 conditions in each other, and 'main' has 12"
