@group(0) @binding(0) var<storage, read> flags: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
struct State { on: bool, both: vec2<bool> }

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var state: State;
  state.on = flags[id.x] != 0;
  state.both = vec2(state.on, !state.on);
  let odd = (id.x & 1) == 1;
  let either = state.on || odd;
  let exclusive = state.on != odd;
  var bits = u32(either) + u32(exclusive) * 2 + u32(state.on & odd) * 4 + u32(any(state.both)) * 8;
  bits += select(0u, 16u, all(state.both)) + dot(select(vec2u(0), vec2u(32, 64), state.both), vec2u(1));
  out[id.x] = bits;
}
//! in flags = u32: 0, 0, 1, 2
//! size out = 4
//! out out = u32: 72, 75, 43, 45
