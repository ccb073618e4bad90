@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<array<u32, 8>>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let v = x[id.x];
  out[id.x] = array(countLeadingZeros(v), countTrailingZeros(v), countOneBits(v), reverseBits(v), firstLeadingBit(v),
                    firstTrailingBit(v), u32(firstLeadingBit(i32(v))), extractBits(v, 4, 8));
}
//! in x = u32: 0, 1, 0x80000000, 0xfffffff0
//! size out = 4
//! out out = u32: 32, 32, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0, 31, 0, 1, 0x80000000, 0, 0, 0, 0, 0, 31, 1, 1, 31, 31, 30, 0, 0, 4, 28, 0x0fffffff, 31, 4, 3, 255
