diagnostic(off, derivative_uniformity);
alias Vector = vec3<f32>;
alias List = array<Vector, size>;
const size = 2u;
const_assert size == 2;
const_assert(true);
@group(0) @binding(0) var<storage, read_write> list: List;

@must_use fn sum(v: Vector) -> f32 {
  const_assert size > 1;
  return dot(v, Vector(1));
}

@diagnostic(off, derivative_uniformity)
@compute @workgroup_size(1)
fn main() {
  list[0] = Vector(1, 2, 3);
  list[1] = Vector(sum(list[0]));
};
//! grid 1
//! out list = f32: 1, 2, 3, _, 6, 6, 6, _
