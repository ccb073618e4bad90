// Reads give zero, writes do nothing, whatever the index; what lies on either side stays as it was.
struct Guarded {
  before: u32,
  inner: array<u32, 5>,
  after: u32,
}
@group(0) @binding(0) var<storage, read_write> fixed: Guarded;
@group(0) @binding(1) var<storage, read_write> open: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> found: array<array<u32, 5>>;

var<workgroup> shared_before: u32;
var<workgroup> shared_values: array<u32, 8>;
var<workgroup> shared_after: u32;
var<private> private_values: array<u32, 3> = array(7u, 7u, 7u);

@compute @workgroup_size(1)
fn main() {
  shared_before = 9u;
  shared_after = 9u;
  for (var k = 0u; k < 8u; k++) {
    shared_values[k] = 7u;
  }
  var components = vec4u(7u);
  for (var k = 0u; k < arrayLength(&indices); k++) {
    let i = indices[k];
    found[k] = array(fixed.inner[i], open[i], shared_values[i], private_values[i], components[i]);
    fixed.inner[i] = 0xaau;
    open[i] = 0xaau;
    shared_values[i] = 0xaau;
    private_values[i] = 0xaau;
    components[i] = 0xaau;
  }
  var sum = shared_before + shared_after + dot(components, vec4u(1u));
  for (var k = 0u; k < 8u; k++) {
    sum += shared_values[k];
  }
  for (var k = 0u; k < 3u; k++) {
    sum += private_values[k];
  }
  found[arrayLength(&indices)][0] = sum;
}
//! in fixed = u32: 1, 7*5, 2
//! in open = u32: 7*5
//! in indices = u32: 0xffffffff, 0x40000000, 0x3fffffff, 8, 9
//! size found = 6
//! grid 1
//! out fixed = u32: 1, 7*5, 2
//! out open = u32: 7*5
//! out found = u32: 0*25, 123, 0*4
