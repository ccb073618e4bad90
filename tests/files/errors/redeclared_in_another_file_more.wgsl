//! part
// The further file of redeclared_in_another_file.wgsl.
const width = 8;
fn scale() -> u32 { return 1; }
