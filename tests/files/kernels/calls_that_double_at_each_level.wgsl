//! device lowered lavapipe swiftshader
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn f0(x: u32) -> u32 { return x * 3 + out[x & 3]; }
fn f1(x: u32) -> u32 { return f0(x) + f0(x + 1); }
fn f2(x: u32) -> u32 { return f1(x) + f1(x + 1); }
fn f3(x: u32) -> u32 { return f2(x) + f2(x + 1); }
fn f4(x: u32) -> u32 { return f3(x) + f3(x + 1); }
fn f5(x: u32) -> u32 { return f4(x) + f4(x + 1); }
fn f6(x: u32) -> u32 { return f5(x) + f5(x + 1); }
fn f7(x: u32) -> u32 { return f6(x) + f6(x + 1); }
fn f8(x: u32) -> u32 { return f7(x) + f7(x + 1); }
fn f9(x: u32) -> u32 { return f8(x) + f8(x + 1); }
fn f10(x: u32) -> u32 { return f9(x) + f9(x + 1); }
fn f11(x: u32) -> u32 { return f10(x) + f10(x + 1); }
fn f12(x: u32) -> u32 { return f11(x) + f11(x + 1); }
fn f13(x: u32) -> u32 { return f12(x) + f12(x + 1); }
fn f14(x: u32) -> u32 { return f13(x) + f13(x + 1); }
fn f15(x: u32) -> u32 { return f14(x) + f14(x + 1); }
fn f16(x: u32) -> u32 { return f15(x) + f15(x + 1); }
fn f17(x: u32) -> u32 { return f16(x) + f16(x + 1); }
fn f18(x: u32) -> u32 { return f17(x) + f17(x + 1); }
fn f19(x: u32) -> u32 { return f18(x) + f18(x + 1); }
fn f20(x: u32) -> u32 { return f19(x) + f19(x + 1); }
fn f21(x: u32) -> u32 { return f20(x) + f20(x + 1); }
fn f22(x: u32) -> u32 { return f21(x) + f21(x + 1); }
fn f23(x: u32) -> u32 { return f22(x) + f22(x + 1); }
fn f24(x: u32) -> u32 { return f23(x) + f23(x + 1); }
fn f25(x: u32) -> u32 { return f24(x) + f24(x + 1); }
fn f26(x: u32) -> u32 { return f25(x) + f25(x + 1); }
fn f27(x: u32) -> u32 { return f26(x) + f26(x + 1); }
fn f28(x: u32) -> u32 { return f27(x) + f27(x + 1); }
fn f29(x: u32) -> u32 { return f28(x) + f28(x + 1); }
fn f30(x: u32) -> u32 { return f29(x) + f29(x + 1); }
fn f31(x: u32) -> u32 { return f30(x) + f30(x + 1); }
fn f32(x: u32) -> u32 { return f31(x) + f31(x + 1); }
fn f33(x: u32) -> u32 { return f32(x) + f32(x + 1); }
fn f34(x: u32) -> u32 { return f33(x) + f33(x + 1); }
fn f35(x: u32) -> u32 { return f34(x) + f34(x + 1); }
fn f36(x: u32) -> u32 { return f35(x) + f35(x + 1); }
fn f37(x: u32) -> u32 { return f36(x) + f36(x + 1); }
fn f38(x: u32) -> u32 { return f37(x) + f37(x + 1); }
fn f39(x: u32) -> u32 { return f38(x) + f38(x + 1); }

@compute @workgroup_size(1)
fn main() { out[0] = f39(1); }
@compute @workgroup_size(1)
fn few() { out[0] = f9(1); }
//! size out = 4
//! grid 1
//! run
//! entry few
//! out out = u32: 8448, 0, 0, 0
//! run
//! entry main
//! fails unsupported "instructions with all its calls put in place, more than this driver's limit of"
