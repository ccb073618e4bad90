struct Settings { scale: vec4f, rows: array<vec4u, 3>, last: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> offset: u32;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;

fn half(p: ptr<uniform, vec4f>) -> vec4f { return *p / 2; }
fn component(p: ptr<uniform, array<vec4u, 3>>, row: u32, column: u32) -> u32 { return (*p)[row][column]; }
fn last(p: ptr<uniform, Settings>) -> u32 { return (*p).last; }
fn either(p: ptr<uniform, u32>) -> u32 { return *p; }

@compute @workgroup_size(1)
fn main() {
  let whole = &settings;
  let rows = &whole.rows;
  out[0] = u32(half(&settings.scale).z);
  out[1] = component(rows, offset, 1) * 10 + component(&settings.rows, 2, offset + 2);
  out[2] = component(rows, offset + 2, 1);  // past the end
  out[3] = last(whole) + last(&settings);
  out[4] = either(&offset) * 100 + either(&whole.last);
}
//! in settings = bytes: 0*8, 0, 0, 0xc0, 0x40, 0*4, 1, 0*3, 2, 0*3, 3, 0*3, 4, 0*3, 5, 0*3, 6, 0*3, 7, 0*3, 8, 0*3, 9, 0*3, 10, 0*3, 11, 0*3, 12, 0*3, 13, 0*15
//! in offset = u32: 1
//! size out = 5
//! grid 1
//! out out = u32: 3, 72, 0, 26, 113
