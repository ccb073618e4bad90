struct Item { key: u32, value: vec2f }
@group(0) @binding(0) var<storage, read_write> items: array<Item>;
var<workgroup> shared_item: Item;
var<private> counter: u32;

fn bump(p: ptr<function, u32>) -> u32 { *p += 1; return *p; }
fn bump_private(p: ptr<private, u32>) { *p += 10; }
fn set_value(p: ptr<storage, Item, read_write>, x: f32) { (*p).value.x = x; }
fn put(p: ptr<workgroup, Item>, key: u32) { p.key = key; }
fn set_third(p: ptr<function, array<u32, 4>>) { p[2] = 7; (*p)[3] = 8; }
fn element(p: ptr<function, u32>) { *p = 5; }

@compute @workgroup_size(1)
fn main() {
  var n = 1u;
  let pointer = &n;
  *pointer = 4;
  let bumped = bump(pointer) + bump(&n);
  bump_private(&counter);
  bump_private(&counter);
  let second = &items[1];
  second.key = bumped;
  set_value(second, 2.5);
  set_value(&items[0], 1.5);
  put(&shared_item, 9);
  let member = &(*second).value;
  (*member).y = 3.5;
  var local: array<u32, 4>;
  set_third(&local);
  element(&local[0]);
  items[0].key = n + counter * 100 + shared_item.key * 10000;
  items[2].key = local[0] + local[2] * 10 + local[3] * 100;
}
//! size items = 3
//! grid 1
//! out items = u32: 92006, _, 0x3fc00000, 0, 11, _, 0x40200000, 0x40600000, 875, _, 0, 0
