enable f16;
requires unrestricted_pointer_parameters;
diagnostic(off, derivative_uniformity);

struct Cell { @align(16) position: vec3<f32>, @size(8) count: atomic<u32>, tail: array<vec2<u32>>, }
alias Row = array<vec4<f32>, 4>;
const width = 1u << 4;
override scale: f32 = 0x1.8p1;
@id(7) override flag = true;
const_assert width == 16;

@group(0) @binding(0) var<storage, read_write> cells: Cell;
@group(0) @binding(1) var<uniform> rows: Row;
var<workgroup> shared_rows: array<array<f32, width>, 2>;
var<private> seed: u32 = 0xffu;

@must_use fn mix_in(p: ptr<function, i32>, by: i32) -> i32 { *p += by; return *p; }

@compute @workgroup_size(width, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var total = 0i;
  for (var i = 0u; i < arrayLength(&cells.tail); i++) {
    if i % 2u == 1u && !(lane > 3u) { continue; } else if i > 100u { break; } else { total -= i32(i); }
    switch i & 3u { case 0, 1: { total = mix_in(&total, -1); } case 2 { } default { _ = atomicAdd(&cells.count, 1u); } }
  }
  loop { seed = seed * 1664525u + 1013904223u; continuing { total++; break if total > 10; } }
  while (total != 0) { total = total / 2; }
  @diagnostic(off, subgroup_uniformity) { workgroupBarrier(); }
  let v = vec4<f32>(rows[1].wzyx * 2.5e-1) + vec4f(1, 2.f, .5, scale);
  shared_rows[1][lane] = select(v.x, bitcast<f32>(seed ^ ~id.x >> 1u), flag);
  const half = 1.5h;
  return;
}
