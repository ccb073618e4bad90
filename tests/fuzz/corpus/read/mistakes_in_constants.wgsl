const i: u32 = -1; const j = 1 / 0; const k = 1i << 40u; const l = 3e38f * 10; const m = sqrt(-1.0) + log(0.0);
const n = acos(2.0) + acosh(0.5) + asin(2.0) + atanh(1.0) + inverseSqrt(0.0) + pow(-1.0, 0.5) + exp(1000.0);
const o = normalize(vec2(0.0)); const p = clamp(1, 3, 2); const q = extractBits(1u, 30, 8); const r = insertBits(1u, 1u, 33, 1);
const s = ldexp(1.0, 2000) ; const t = smoothstep(1.0, 1.0, 0.5); const u = quantizeToF16(1e10); const v = pack2x16float(vec2(1e10));
const w = bitcast<f32>(0x7f800000u); const x = array(1, 2)[5]; const y = vec2(1, 2).w; const z = 9223372036854775807 * 2;
const aa = i32(3e10); const ab = f(); const ac = workgroupBarrier(); const ad = subgroupAdd(1); const ae = modf(1e300);
const af = degrees(1e308) + cosh(1e4) + sinh(1e4) + length(vec2(1e308)) + distance(vec2(1e308), vec2(-1e308));
const ag = (-2147483647i - 1) % -1; const ah = 7u % 0u; const ai = vec2(1, 2) / vec2(0, 1); const aj = 1.0 % 0.0;
const ak = mat2x2(1e308, 1e308, 1e308, 1e308) * mat2x2(1e308, 1e308, 1e308, 1e308); const al = f32(1e39); const am = cross(vec3(1e308), vec3(-1e308));
const an: array<u32, 2> = array(1, 2, 3); const ao = dot(vec2(1), vec3(1)); const ap = vec3(1, 2); const aq = mat2x2(1, 2, 3);
const ar = u32(vec2(1)); const as_ = array(1u, 2i); 
fn f() -> f32 { return 1; }
