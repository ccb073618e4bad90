@must_use fn f() { }
@compute @workgroup_size(1)
fn main() {
  f();
}
//! error 1:1 wgsl.attribute "'@must_use' cannot be on 'f', which returns nothing"
