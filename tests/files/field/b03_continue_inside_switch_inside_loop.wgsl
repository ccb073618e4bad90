@group(0) @binding(0) var<storage, read_write> sum: u32;
@group(0) @binding(1) var<storage, read> rounds: u32;

@compute @workgroup_size(1)
fn main() {
  var s = 0u;
  for (var i = 0u; i < rounds; i++) {
    switch i % 4u {
      case 1u: {
        continue;
      }
      case 2u: {
        s += 100u;
        break;
      }
      default: {}
    }
    s += i;
  }
  sum = s;
}
//! in rounds = u32: 8
//! out sum = u32: 222
