// After the trap and before the barrier: a lock, a counter and a list, none of which its own effects end.
enable slipway_trap;

@group(0) @binding(0) var<storage, read> bad: u32;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> total: u32;
var<workgroup> ticket: atomic<u32>;
var<workgroup> lowest: atomic<u32>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) lane: u32) {
  if bad == lane + 1 {
    trap(1, lane);
  }
  loop {
    if atomicAdd(&ticket, 1) >= 40 { break; }
  }
  loop {
    let before = atomicLoad(&count);
    if atomicCompareExchangeWeak(&count, before, before + 1).exchanged { break; }
  }
  var seen = 0u;
  while seen < 16 {
    seen = atomicMax(&lowest, seen + 1) + 1;
  }
  workgroupBarrier();
  if lane == 0 {
    total = atomicLoad(&count) + min(atomicLoad(&ticket), 41);
  }
}
//! grid 1
//! run
//! in bad = u32: 0
//! out total = u32: 57
//! run
//! in bad = u32: 8
//! fails trapped "tag 1 and value 7 in invocation (7, 0, 0) at loops_that_retry_end.wgsl:13:5"
