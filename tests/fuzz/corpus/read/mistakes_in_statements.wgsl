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
fn assigns(a: u32, p: ptr<storage, array<u32, 4>>) {
  let l = 1; const k = 2; var v = vec2f(); var s: S; var n = 1.5; var t = true; var u = 1u;
  l = 2; k = 3; a = 4; c = 5; o = 6; v.xy = v; r[0] = 1; un.x = 1; (*p)[0] = 1; w = 1; b = b; 
  n++; t--; u = 1i; u += 1i; u <<= 1i; v += vec3f(); s = 1; s.a = s; *u = 1; _ = w; _ = nothing(); _ = missing; u = missing; l.x = 1; v.xy++;
  two(&u, &u); global(&pv); two(&v.x, &u); two(&pv, &u); two(u, 1);
}
fn flow(a: u32) -> u32 {
  break; continue; if a { } while a { } for (;a;) { } for (;;) { } loop { } loop { continuing { break; continue; return 1; } }
  switch a { case 1 { } } switch a { case 1, 1 { } default { } default { } } switch 1.5 { default { } } switch a { case 1i, b[0], 1.5 { } default { break; } }
  loop { if a > 1 { continue; } let late = 1; if late == 1 { break; } continuing { _ = late; } } switch a { case 1 { continue; } default { } }
  discard; const_assert a > 1; const_assert 1 > 2; const_assert 1; @unknown if true { } @align(4) { } @diagnostic(off, x) loop { break; }
  return; if a > 1 { return 1.5; } trap(1, 1); assert(true, 1, 1);
}
fn none() { return 1; }
