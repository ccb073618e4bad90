const width = 4;
fn scale() -> u32 { return width; }
@compute @workgroup_size(1)
fn main() {
  _ = scale();
}
//! with redeclared_in_another_file_more.wgsl
//! error redeclared_in_another_file_more.wgsl:3:7 wgsl.redeclaration "'width' is already declared in line 1 of '"
//! error redeclared_in_another_file_more.wgsl:4:4 wgsl.redeclaration "redeclared_in_another_file.wgsl'"
