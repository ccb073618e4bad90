@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main() {
  if data[0] == 0 {
    storageBarrier();
  }
}
//! error 5:5 ir.uniformity "'storageBarrier' must be called from uniform control flow; the condition at 4:3 depends on 'data' at 4:6"
