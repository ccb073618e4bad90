diagnostic(off, subgroup_uniformity);
diagnostic(error, subgroup_uniformity);
diagnostic(info, no_such_rule);
enable no_such_extension;
requires no_such_feature;
struct A { a: B } struct B { a: A }
struct C { a: array<u32>, b: u32, c: ptr<function, u32>, @size(2) d: u32, @align(2) e: vec4f, @align(3) f: u32 }
struct D { a: bool, a: u32, @location(0) b: f32, @size(8) c: array<u32> }
alias E = F; alias F = E;
const g = h; const h = g;
override ba; override bb: vec2f; @id(1) override bc = 1; @id(1) override bd = 2; @id(70000) override be = 1; override bf = f();
var<private> ca: atomic<u32>; var<workgroup> cb = 1; var cc: u32; var<function> cd: u32; var<nowhere> ce: u32; var<storage> cf: u32;
@group(0) var<uniform> cg: u32; @group(0) @binding(1) var<uniform> ch: array<u32>; @group(0) @binding(2) var<storage, write> ci: u32;
@group(0) @binding(3) var<storage> cj: bool; @group(0) @binding(4) var<uniform, read> ck: u32; @group(0) @binding(-1) var<uniform> cl: u32;
@group(0) @binding(5) var t1: texture_2d<f32>; @group(0) @binding(6) var t2: sampler; var<private> cm: array<u32, 100000>;
var<private> da: vec2<bool, 1>; var<private> db: vec5f; var<private> dc: array; var<private> dd: mat2x2<u32>; var<private> de: vec2<vec2f>;
var<private> df: array<u32, 0>; var<private> dg: array<u32, -1>; var<private> dh: array<u32, 1.5>; var<private> di: array<array<u32>, 2>;
var<private> dj: ptr<function>; var<private> dk: atomic<f32>; var<private> dl: f16; var<private> dm: array<u32, ba>;
@compute fn ea() {} @compute @workgroup_size(0) fn eb() {} @compute @workgroup_size(1, 2, 3, 4) fn ec() {} @workgroup_size(1) fn ed() {}
@compute @workgroup_size(1u, 1i) fn ee() -> u32 { return 1; } @vertex fn ef() {} @fragment fn eg() {} @compute(1) @must_use fn eh() {}
@compute @workgroup_size(1) fn ei(a: u32, @builtin(position) b: vec4f, @builtin(nothing) c: u32, @builtin(subgroup_size) d: u32) {}
@compute @workgroup_size(1) fn ej(@builtin(workgroup_id) a: vec2u, @builtin(num_workgroups) b: vec3u, @builtin(num_workgroups) c: vec3u) {}
fn f() -> u32 { return f2(); } fn f2() -> u32 { return f(); } fn f(a: u32) {} @must_use fn fa() {} @unknown fn fb() {} @align(4) fn fc() {}
fn fd(a: array<u32>, b: ptr<storage, u32, write>, c: atomic<u32>, @builtin(workgroup_id) d: vec3u) -> ptr<function, u32> {}
const_assert 1; const_assert 1 > 2; const_assert ba;
