// Each entry point uses one of them.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(0) var<storage, read_write> floats: array<f32>;

@compute @workgroup_size(1)
fn as_words() { words[0] = 5; }

@compute @workgroup_size(1)
fn as_floats() { floats[0] = 5; }
//! grid 1
//! run
//! entry as_words
//! size words = 1
//! out words = u32: 5
//! run
//! entry as_floats
//! size floats = 1
//! out floats = f32: 5
