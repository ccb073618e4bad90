//! part
const base: u32 = 10;
struct Offset { value: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
fn twice(x: u32) -> u32 { return x * 2; }
