@group(0) @binding(0) var<storage, read> limit: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec2u>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var c = 0u;
  var n = 0u;
  loop {
    n += 1u;
    continuing {
      c += 3u;
      break if c > limit[id.x];
    }
  }
  out[id.x] = vec2u(n, c);
}
//! in limit = u32: 0, 10, 11, 12
//! size out = 4
//! out out = u32: 1, 3, 4, 12, 4, 12, 5, 15
