@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if lane < 32 {
    workgroupBarrier();
  }
}
//! error 4:5 ir.uniformity "'workgroupBarrier' must be called from uniform control flow; the condition at 3:3 depends on 'local_invocation_index' at 2:42"
