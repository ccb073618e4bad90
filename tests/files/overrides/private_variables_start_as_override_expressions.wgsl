override width = 4u;
override scale: f32 = 2 * f32(width);
override on: bool;

struct Start { size: u32, place: vec2<f32>, flags: array<bool, 3> }

var<private> both = vec2(width);
var<private> mixed: vec3<f32> = vec3(scale, f32(width) + 1, 0.5);
var<private> flags = array(on, !on, on && width == 6);
var<private> start = Start(width * 3, vec2(f32(width), 1), array(true, on, width > 4));
var<private> square = mat2x2(1, 2, 0, scale) * mat2x2(1, 1, 0, 0.5);
var<private> part = array(3, 5, i32(width))[2] * i32(scale);
var<private> table = array(vec2(1, width), vec2(width, 2));

@group(0) @binding(0) var<storage, read_write> result: array<f32>;

fn number(b: bool) -> f32 { return select(0.0, 1.0, b); }

@compute @workgroup_size(1)
fn main(@builtin(num_workgroups) groups: vec3<u32>) {
  let one = groups.x;
  both.y += 1;
  result[0] = f32(both.x);
  result[1] = f32(both[one]);
  result[2] = mixed.x;
  result[3] = mixed[one];
  for (var i = 0; i < 3; i++) { result[4 + i] = number(flags[i]); }
  result[7] = f32(start.size);
  result[8] = start.place.x + start.place.y;
  for (var i = 0; i < 3; i++) { result[9 + i] = number(start.flags[i]); }
  result[12] = square[0].x;
  result[13] = square[0][one];
  result[14] = square[one].y;
  result[15] = f32(part);
  result[16] = f32(table[one].x * 10 + table[0][one]);
}

//! grid 1
//! size result = 17
//! run
//! set on = 1
//! out result = f32: 4, 5, 8, 5, 1, 0, 0, 12, 5, 1, 1, 0, 1, 10, 4, 32, 44
//! run
//! set on = 0
//! set width = 6
//! out result = f32: 6, 7, 12, 7, 0, 1, 0, 18, 7, 1, 0, 1, 1, 14, 6, 72, 66
//! run
//! fails invalid_argument "override 'on' has no default"
