@group(0) @binding(0) var<storage, read> n: array<i32>;
@group(0) @binding(1) var<storage, read> z: i32;
@group(0) @binding(2) var<storage, read_write> out: array<i32>;

@compute @workgroup_size(3)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var r = 0;
  var g = 0;
  for (var i = 0; i < n[id.x]; i++) {
    if i > 100 {
      if z != 0 {
        continue;
      }
      break;
    } else {
      r = 8;
      for (var j = 0; j < 3; j++) {
        g = j + 2;
      }
      r = r | g;
    }
  }
  out[id.x] = r;
}
//! in n = i32: 0, 1, 3
//! in z = i32: 0
//! size out = 3
//! out out = i32: 0, 12, 12
