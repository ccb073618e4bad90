// SwiftShader compiles this for minutes.
//! device reference lowered lavapipe
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
    if x == 69 { continue; } out[id.x] += 69;
  }
}
//! size out = 8
//! in in = i32: 0, 3, 60, 70, 75, 100, 119, 1000
//! out out = i32: 0, 6, 3540, 4830, 4830, 4830, 4830, 4830
