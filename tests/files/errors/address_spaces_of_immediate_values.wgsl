var<immediate> scale: f32;
var<push_constant> offset: vec4<u32>;
fn f(p: ptr<push_constant, u32>) -> u32 { return *p; }
//! error 1:5 wgsl.not_supported "the address space 'immediate' is not supported: pass small values in a uniform buffer"
//! error 2:5 wgsl.not_supported "the address space 'push_constant' is not supported"
//! error 3:13 wgsl.not_supported "the address space 'push_constant' is not supported"
