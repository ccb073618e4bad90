@group(0) @binding(0) var<storage, read_write> out: array<array<u32, 3>>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) lane: u32) {
  var x = lane;
  var s = 0u;
  var t = 0u;
  var round = 0u;
  loop {
    var k = 0u;
    loop {
      if x >= 5u {
        break;
      }
      x += 3u;
      t += 1u;
      continuing {
        k += 1u;
        break if k >= 2u;
      }
    }
    s += 10u;
    continuing {
      round += 1u;
      break if round >= 2u;
    }
  }
  out[lane] = array(x, t, s);
}
//! size out = 8
//! out out = u32: 6, 2, 20, 7, 2, 20, 5, 1, 20, 6, 1, 20, 7, 1, 20, 5, 0, 20, 6, 0, 20, 7, 0, 20
