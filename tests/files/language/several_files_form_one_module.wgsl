@compute @workgroup_size(1)
fn main() {
  out[0] = twice(base + Offset(3).value);
}
//! with several_files_form_one_module_more.wgsl
//! size out = 1
//! grid 1
//! out out = u32: 26
