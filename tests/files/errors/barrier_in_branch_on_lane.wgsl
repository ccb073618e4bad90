@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if lane < 32 {
    workgroupBarrier();
  }
}
//! error 4:5 ir.uniformity "workgroupBarrier"
