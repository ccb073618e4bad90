// WGSL has no 64-bit integers; the type is refused, never narrowed.
@group(0) @binding(0) var<storage, read_write> out: array<u64>;

@compute @workgroup_size(1)
fn main() {
  out[0] = 0xffffffff;
}
//! error 2:59 wgsl.unresolved "no type named 'u64' is declared"
