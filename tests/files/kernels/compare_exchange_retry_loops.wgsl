// A float sum by compare-exchange; the addends are whole, so that any order gives the same.
@group(0) @binding(0) var<storage, read_write> sum: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var old = atomicLoad(&sum);
  loop {
    let next = bitcast<u32>(bitcast<f32>(old) + f32(id.x));
    let result = atomicCompareExchangeWeak(&sum, old, next);
    if result.exchanged {
      break;
    }
    old = result.old_value;
  }
}
//! grid 4
//! out sum = f32: 32640
