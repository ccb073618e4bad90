struct Shared { count: u32, place: vec2u }
var<workgroup> one: Shared;
fn f() {
  let a = workgroupUniformLoad(one.count);
  let b = workgroupUniformLoad(one);
  let c = workgroupUniformLoad(one.place.x);
}
//! error 4:32 wgsl.type_mismatch "argument 1 of 'workgroupUniformLoad' must be a pointer, found 'u32': write '&one.count'"
//! error 5:32 wgsl.type_mismatch "argument 1 of 'workgroupUniformLoad' must be a pointer, found 'Shared': write '&one'"
//! error 6:32 wgsl.type_mismatch "argument 1 of 'workgroupUniformLoad' must be a pointer, found 'u32'"
