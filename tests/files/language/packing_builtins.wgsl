@group(0) @binding(0) var<storage, read> v: vec4f;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@group(0) @binding(2) var<storage, read_write> back: array<vec4f>;

@compute @workgroup_size(1)
fn main() {
  out[0] = pack4x8unorm(v);
  out[1] = pack4x8snorm(v);
  out[2] = pack2x16unorm(v.xy);
  out[3] = pack2x16snorm(v.xy);
  out[4] = pack2x16float(v.xy);
  out[5] = pack4xU8(vec4u(1, 2, 300, 4));
  out[6] = pack4xI8Clamp(vec4i(-200, 200, 1, -1));
  out[7] = dot4U8Packed(0x01020304, 0x01010101);
  out[8] = u32(dot4I8Packed(0xff020304, 0x01010101));
  back[0] = unpack4x8unorm(0xff00ff00);
  back[1] = vec4(unpack2x16float(0x3c00c000), unpack2x16snorm(0x80007fff));
  back[2] = vec4f(unpack4xI8(0xff017f80));
}
//! in v = f32: 0, 1, -1, 0.5
//! size out = 9
//! size back = 3
//! grid 1
//! out out = u32: 0x8000ff00, 0x40817f00, 0xffff0000, 0x7fff0000, 0x3c000000, 0x042c0201, 0xff017f80, 10, 8
//! out back = f32: 0, 1, 0, 1, -2, 1, 1, -1, -128, 127, 1, -1
