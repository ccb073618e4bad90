@group(0) @binding(0) var<storage, read> empty: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: u32;
@group(0) @binding(2) var<storage, read_write> empty_too: array<u32>;

@compute @workgroup_size(1)
fn main() {
  empty_too[0] = 1u;
  if arrayLength(&empty) == 0u && arrayLength(&empty_too) == 0u && empty[0] == 0u {
    out = 9u;
  }
}
//! grid 1
//! in empty = u32:
//! size empty_too = 0
//! out out = u32: 9
//! out empty_too = u32:
