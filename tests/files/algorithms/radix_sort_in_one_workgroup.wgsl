// Least significant digit first, 8 bits at a time; ranks within a digit are counted in bit masks.
const RADIX = 256u; const RADIX_BITS = 8u;
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> tmp: array<u32>;
var<workgroup> hist: array<atomic<u32>, RADIX>;
var<workgroup> prefix: array<u32, RADIX>;
var<workgroup> flags: array<array<atomic<u32>, 8>, RADIX>;
@compute @workgroup_size(256)
fn sort(@builtin(local_invocation_index) lid: u32) {
  let n = arrayLength(&keys);
  for (var pass_ = 0u; pass_ < 4u; pass_++) {
    let shift = pass_ * RADIX_BITS;
    atomicStore(&hist[lid], 0u);
    workgroupBarrier();
    for (var i = lid; i < n; i += 256u) {
      let key = select(tmp[i], keys[i], (pass_ & 1u) == 0u);
      atomicAdd(&hist[(key >> shift) & (RADIX - 1u)], 1u);
    }
    workgroupBarrier();
    var value = atomicLoad(&hist[lid]);
    prefix[lid] = value;
    for (var offset = 1u; offset < RADIX; offset <<= 1u) {
      workgroupBarrier();
      var add = 0u;
      if (lid >= offset) { add = prefix[lid - offset]; }
      workgroupBarrier();
      prefix[lid] += add;
    }
    var base = prefix[lid] - value;
    workgroupBarrier();
    prefix[lid] = base;
    let chunks = (n + 255u) / 256u;
    for (var chunk = 0u; chunk < chunks; chunk++) {
      for (var j = 0u; j < 8u; j++) { atomicStore(&flags[lid][j], 0u); }
      workgroupBarrier();
      let i = chunk * 256u + lid;
      var key = 0u; var digit = 0u;
      let valid = i < n;
      if (valid) {
        key = select(tmp[i], keys[i], (pass_ & 1u) == 0u);
        digit = extractBits(key, shift, RADIX_BITS);
        atomicOr(&flags[digit][lid / 32u], 1u << (lid % 32u));
      }
      workgroupBarrier();
      if (valid) {
        var rank = 0u; var count = 0u;
        for (var j = 0u; j < 8u; j++) {
          let bits = atomicLoad(&flags[digit][j]);
          let full = countOneBits(bits);
          let partial = countOneBits(bits & ((1u << (lid % 32u)) - 1u));
          if (j < lid / 32u) { rank += full; }
          if (j == lid / 32u) { rank += partial; }
          count += full;
        }
        let at = prefix[digit] + rank;
        if ((pass_ & 1u) == 0u) { tmp[at] = key; } else { keys[at] = key; }
      }
      workgroupBarrier();
      var total = 0u;
      for (var j = 0u; j < 8u; j++) { total += countOneBits(atomicLoad(&flags[lid][j])); }
      prefix[lid] += total;
      workgroupBarrier();
    }
    storageBarrier();
  }
}
//! grid 1
//! in keys = u32: 4294967295..4294967196, 70100..69901, 3, 255, 256, 16777215..16777106, 0, 16777216..16777315, 100..4, 3
//! size tmp = 612
//! out keys = u32: 0, 3*2, 4..100, 255, 256, 69901..70100, 16777106..16777315, 4294967196..4294967295
