@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> vectors: array<vec3f>;
@group(0) @binding(2) var<storage, read_write> out: array<u32, 2>;

@compute @workgroup_size(1)
fn main() {
  out = array(arrayLength(&words), arrayLength(&vectors));
}
//! grid 1
//! in words = u32: 0*7
//! in vectors = f32: 0*8
//! out out = u32: 7, 2
