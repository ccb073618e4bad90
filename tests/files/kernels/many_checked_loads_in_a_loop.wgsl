// A loop with many checked loads in a row, each of which may be out of bounds. SwiftShader walks every way through
// a loop's body that differs in its branches but not in its length.
@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = 0u;
  for (var round = id.x; round < id.x + places[6]; round++) {
    sum ^= data[round + places[0] + 0u];
    sum ^= data[round + places[1] + 1u];
    sum ^= data[round + places[2] + 2u];
    sum ^= data[round + places[3] + 3u];
    sum ^= data[round + places[4] + 4u];
    sum ^= data[round + places[5] + 5u];
    sum ^= data[round + places[0] + 6u];
    sum ^= data[round + places[1] + 7u];
    sum ^= data[round + places[2] + 8u];
    sum ^= data[round + places[3] + 9u];
    sum ^= data[round + places[4] + 10u];
    sum ^= data[round + places[5] + 11u];
    sum ^= data[round + places[0] + 12u];
    sum ^= data[round + places[1] + 13u];
    sum ^= data[round + places[2] + 14u];
    sum ^= data[round + places[3] + 15u];
    sum ^= data[round + places[4] + 16u];
    sum ^= data[round + places[5] + 17u];
    sum ^= data[round + places[0] + 18u];
    sum ^= data[round + places[1] + 19u];
    sum ^= data[round + places[2] + 20u];
    sum ^= data[round + places[3] + 21u];
    sum ^= data[round + places[4] + 22u];
    sum ^= data[round + places[5] + 23u];
    sum ^= data[round + places[0] + 24u];
    sum ^= data[round + places[1] + 25u];
    sum ^= data[round + places[2] + 26u];
    sum ^= data[round + places[3] + 27u];
    sum ^= data[round + places[4] + 28u];
    sum ^= data[round + places[5] + 29u];
    sum ^= data[round + places[0] + 30u];
    sum ^= data[round + places[1] + 31u];
    sum ^= data[round + places[2] + 32u];
    sum ^= data[round + places[3] + 33u];
    sum ^= data[round + places[4] + 34u];
    sum ^= data[round + places[5] + 35u];
    sum ^= data[round + places[0] + 36u];
    sum ^= data[round + places[1] + 37u];
    sum ^= data[round + places[2] + 38u];
    sum ^= data[round + places[3] + 39u];
    sum ^= data[round + places[4] + 40u];
    sum ^= data[round + places[5] + 41u];
    sum ^= data[round + places[0] + 42u];
    sum ^= data[round + places[1] + 43u];
    sum ^= data[round + places[2] + 44u];
    sum ^= data[round + places[3] + 45u];
    sum ^= data[round + places[4] + 46u];
    sum ^= data[round + places[5] + 47u];
  }
  out[id.x] = sum;
}
//! grid 1
//! size out = 4
//! in data = u32: 100..159
//! in places = u32: 0, 9, 4, 17, 2, 30, 3
//! out out = u32: 234, 146, 15, 109
