// f16 as constant, override, private, workgroup, uniform and storage, in vectors, matrices, arrays and structures.
//! device reference lowered lavapipe
enable f16;
struct Params { scale: f16, offset: vec2<f16>, wide: f32, rows: array<vec3h, 2> }
override factor: f16 = 2.0h;
const table = array<f16, 4>(0.5h, 1.5h, 2.5h, 3.5h);
alias Half = f16;
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> in: array<Half>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<storage, read_write> halves: array<vec4<f16>>;
var<private> kept: f16 = 4.0h;
var<workgroup> shared_halves: array<f16, 4>;

fn twice(x: f16) -> f16 { return x + x; }
fn add(p: ptr<function, vec2h>, x: f16) { (*p).x += x; (*p)[1] -= x; }

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  shared_halves[i] = in[i] * factor;
  workgroupBarrier();
  var v = vec2<f16>(1, 2);
  add(&v, shared_halves[3 - i]);
  let m = mat2x2<f16>(1, 2, 3, 4) * vec2h(in[i], 1);
  var s = 0.0h;
  for (var k = 0h; k < 3.0h; k += 1.0h) { s += k; }
  switch u32(s) { case 3: { s = twice(s); } default: { s = 0; } }
  let c = vec3<f32>(vec3h(params.rows[1]));
  out[i] = f32(v.x) + f32(v.y) * 100 + f32(table[i]) * 1000;
  out[i + 4] = f32(m.x + m.y * 16h) + f32(kept) * 1000 + c.z * 10000;
  out[i + 8] = f32(params.scale * in[i] + params.offset.y) + f32(s) * 100;
  let bits = bitcast<u32>(vec2h(in[i], -1.0h));
  out[i + 12] = f32(bits >> 16) + f32(bitcast<vec2h>(bits).y);
  halves[i] = vec4h(in[i], select(1.0h, 2.0h, in[i] > 1), f16(i), f16(-7i) / 2);
  halves[i].w = max(halves[i].w, -3.0h) * fma(in[i], 2, 1);
}
//! in params = bytes: 0, 0x40, 0, 0, 0, 0x38, 0, 0x42, 0, 0, 0, 0, 0*4, 0, 0x3c, 0, 0x40, 0, 0x42, 0, 0, 0, 0x44, 0, 0x45, 0, 0x46, 0, 0
//! in in = f16: 0, 1, 2, 3
//! size out = 16
//! size halves = 4
//! grid 1
//! out out = f32: 107, 1305, 2503, 3701, 64067, 64100, 64133, 64166, 603, 605, 607, 609, 48127*4
//! out halves = f16: 0, 1, 0, -3, 1, 1, 1, -9, 2, 2, 2, -15, 3, 2, 3, -21
