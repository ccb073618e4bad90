@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@group(0) @binding(1) var<storage> r: array<u32, 4>;
@group(0) @binding(2) var<storage> ra: atomic<u32>;
@group(0) @binding(3) var<uniform> un: vec4u;
var<workgroup> w: atomic<u32>;
var<private> pv: u32;
const c = 1u;
override o = 2u;
struct S { a: u32, v: vec3f }
@must_use fn used() -> u32 { return 1; }
fn nothing() { }
fn two(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }
fn global(p: ptr<private, u32>) { *p = 1; pv = 2; }
fn takes(a: u32) -> u32 { return a; }
@compute @workgroup_size(1) fn entry() { }
fn calls() {
  entry(); b(); c(1); used(); takes(); takes(1, 2); takes(1.5); takes<u32>(1); max(1, 2); vec2f(1, 2); nothing<u32>();
  let x = nothing(); let y = takes; let z = u32; let k = max; let m = S; let n = missing(1, missing2); max<u32>(1, 2);
  let q = max(1u, 2i); let p = dot(vec2f(), vec3f()); let s = S(1); let t = S(1.5, vec3f()); let u = array<u32>(1);
  let v = bitcast<f32>(true); let aa = bitcast(1); let ab = bitcast<vec2f>(1u); let ac = clamp(1.5, 3, 2); let ad = 1u / 0u;
  let ae = b[0] / 0; let af = b[0] << 40; let ag = trap(1, 2); let ah = arrayLength(&r); let ai = arrayLength(b); let aj = arrayLength(1);
  let ak = atomicLoad(1u); let al = atomicAdd(w, 1); let am = atomicAdd(&ra, 1); let an = atomicAdd(&pv, 1); let ao = atomicStore(&w, 1.5);
  let ap = workgroupUniformLoad(&b[0]); let aq = w; let ar = b; let as1 = un.xq; let at = un.xr; let au = un.zzzzz; let av = c.x; let aw = c[0];
  let ax = un[4]; let ay = un[1.5]; let az = b[-1]; let ba = S().nothing; let bb = &un.x; let bc = &c; let bd = *c; let be = *un;
  let bf = true + 1; let bg = -true; let bh = ~1.5; let bi = !1; let bj = 1 && true; let bk = vec2(1) < vec3(1); let bl = mat2x2f() * vec3f();
  let bm = subgroupAdd(1); let bn = dpdx(1.0); let bo = textureLoad(1); let bp = 1h; let bq = quadSwapX(1u); let br = workgroupBarrier(1);
  let bs: u32 = 1.5; let bt: vec2f = vec2(1, 2, 3); let bu = 1; var bw; var<private> bx: u32; var by: array<u32>; var bz: atomic<u32>;
  var<function, read> ca: u32; const cc = b[0]; const ce = o; var cf: array<u32, b[0]>; let ce = 1; let cg = &w; let cg = 2;
}
