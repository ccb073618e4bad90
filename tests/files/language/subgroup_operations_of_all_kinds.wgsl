enable f16, subgroups, slipway_trap;
requires subgroup_id, linear_indexing;
diagnostic(off, subgroup_uniformity);
const tag = 3;
struct In { @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(global_invocation_index) i: u32 }
@group(0) @binding(0) var<storage, read_write> b: array<vec2<f16>>;
@group(0) @binding(1) var<storage, read_write> n: array<atomic<i32>>;
const h = vec2h(1.5, 65504) * 0.5h + f16(2) - vec2(6e-8h) + sqrt(2.0h) + vec2h(frexp(1.5h).fract, modf(1.5h).whole);
@compute @workgroup_size(32) fn main(in: In, @builtin(subgroup_id) id: u32, @builtin(num_subgroups) count: u32) {
  let x = b[in.i];
  b[in.i] = subgroupAdd(x) + subgroupExclusiveMul(x) + subgroupBroadcast(x, 3) + quadBroadcast(x, 1u) + quadSwapX(x) + h;
  b[id] = subgroupShuffle(x, in.lane) + subgroupShuffleXor(x, 5) + subgroupShuffleUp(x, 1u) + subgroupShuffleDown(x, count) + vec2(f16(in.size));
  if (subgroupElect() && subgroupAll(x.x > 1)) || subgroupAny(x.y < 2) { b[0] = vec2<f16>(bitcast<vec2<f16>>(subgroupBallot(true).x)); }
  let e = atomicCompareExchangeWeak(&n[in.i], 1, -2);
  if e.exchanged { atomicStore(&n[0], e.old_value); }
  n_by(&n[1], subgroupMin(in.i) + subgroupMax(in.i) + subgroupAnd(in.i) + subgroupOr(in.i) + subgroupXor(in.i));
  trap(tag, 1); trap(-(-4), 2);
}
fn n_by(p: ptr<storage, atomic<i32>, read_write>, by: u32) { atomicSub(p, i32(by)); atomicMin(p, 1); atomicXor(p, 3); atomicExchange(p, 7); }
//! accepted
