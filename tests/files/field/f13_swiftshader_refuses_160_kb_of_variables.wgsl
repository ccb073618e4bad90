// It ends the process at 512 KiB of stack for four lanes; each call has variables of its own.
//! device swiftshader
@group(0) @binding(0) var<storage, read_write> out: array<u32>;

fn largest(k: u32) -> u32 {
  var a: array<u32, 20000>;
  a[k] = k;
  return a[k] + a[0];
}

@compute @workgroup_size(1)
fn main() { out[0] = largest(out[0] + 19999) + largest(out[0] + 7); }
//! grid 1
//! size out = 1
//! fails unsupported "private and function variables, more than this driver's limit of 98304"
