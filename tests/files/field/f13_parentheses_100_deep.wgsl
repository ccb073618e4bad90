@group(0) @binding(0) var<storage, read_write> out: i32;

@compute @workgroup_size(1)
fn main() {
  out = (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + (out + 1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
}
//! grid 1
//! in out = i32: 2
//! out out = i32: 201
