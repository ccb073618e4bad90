// An override expression that has no value, or a rule broken by one beside a run-time operand, is an error when
// the pipeline is made: in any branch, but not on a side of && or || that is never evaluated. Behind a `let` it is
// a value like any other.
override n: u32 = 4;
override s: i32 = 3;
override x: f32 = 1;
override on = true;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, n>;

@compute @workgroup_size(1)
fn divide() { data[0] = data[1] / n; }

@compute @workgroup_size(1)
fn divide_in_a_branch() {
  if n != 0 {
    data[0] = data[1] % n;
  }
}

@compute @workgroup_size(1)
fn divide_behind_and() {
  if n != 0 && data[1] / n == 2 {
    data[0] = 1;
  }
}

@compute @workgroup_size(1)
fn divide_behind_let() {
  let d = n;
  let zero = 0u;
  data[0] = data[1] / d + data[1] / (zero + n - n + d) + data[1] % n - data[1] % n;
}

@compute @workgroup_size(1)
fn divide_vectors() { data[0] = (vec2u(data[1]) / vec2(2, n)).x; }

@compute @workgroup_size(1)
fn compound() {
  data[0] = 8;
  data[0] /= n;
}

@compute @workgroup_size(1)
fn shift() { data[0] = data[1] << u32(s); }

@compute @workgroup_size(1)
fn shift_overflows() { data[0] = u32((s * 1024) << 20); }

@compute @workgroup_size(1)
fn index() {
  var a = array(1u, 2, 3, 4, 5);
  data[0] = a[n] + vec3u(7)[s];
}

@compute @workgroup_size(1)
fn constant_index_into_sized_array() { data[0] = tile[3]; }

@compute @workgroup_size(1)
fn component() {
  var v = vec4u();
  v[s] = 5;
  data[0] = v.w;
}

@compute @workgroup_size(1)
fn float_overflow() { data[0] = u32(f32(data[1]) + x * 3e38); }

@compute @workgroup_size(1)
fn bounds_of_clamp() { data[0] = clamp(data[1], n, 6); }

@compute @workgroup_size(1)
fn bit_field() { data[0] = extractBits(data[1], n, 30); }

fn callee(v: u32) -> u32 { return v / n; }

@compute @workgroup_size(1)
fn in_a_callee() { data[0] = callee(8); }

@compute @workgroup_size(1)
fn negative_remainder() { data[0] = u32(5 + (s - 10) % 4); }
//! grid 1
//! in data = u32: 0, 8
//! run
//! entry divide
//! out data = u32: 2, 8
//! run
//! entry divide
//! set n = 0
//! fails invalid_argument "12:25: error: 'div' fails: integer division by zero"
//! run
//! entry divide_in_a_branch
//! set n = 0
//! fails invalid_argument "17:15: error: 'rem' fails: integer division by zero [wgsl.const_eval]"
//! run
//! entry divide_behind_and
//! set n = 0
//! out data = u32: 0, 8
//! run
//! entry divide_behind_and
//! out data = u32: 1, 8
//! run
//! entry divide_behind_let
//! out data = u32: 4, 8
//! run
//! entry divide_vectors
//! set n = 0
//! fails invalid_argument "36:33: error: 'div'"
//! run
//! entry compound
//! set n = 0
//! fails invalid_argument "integer division by zero"
//! run
//! entry compound
//! out data = u32: 2, 8
//! run
//! entry shift
//! out data = u32: 64, 8
//! run
//! entry shift
//! set s = 32
//! fails invalid_argument "shift count (32) is not less than the width (32) of 'u32'"
//! run
//! entry shift_overflows
//! fails invalid_program "3072 << 20 overflows 'i32'"
//! run
//! entry index
//! set n = 5
//! set s = 1
//! fails invalid_argument "index 5 is out of range (0 to 4)"
//! run
//! entry index
//! fails invalid_program "index 3 is out of range (0 to 2)"
//! run
//! entry index
//! set s = -1
//! fails invalid_argument "index -1 is out of range (0 to 2)"
//! run
//! entry index
//! set s = 2
//! out data = u32: 12, 8
//! run
//! entry constant_index_into_sized_array
//! out data = u32: 0, 8
//! run
//! entry constant_index_into_sized_array
//! set n = 3
//! fails invalid_argument "index 3 is out of range (0 to 2)"
//! run
//! entry component
//! out data = u32: 5, 8
//! run
//! entry component
//! set s = 4
//! fails invalid_argument "index 4 is out of range (0 to 3)"
//! run
//! entry float_overflow
//! set x = 2
//! fails invalid_argument "the value is not finite"
//! run
//! entry bounds_of_clamp
//! set n = 7
//! fails invalid_argument "low (7) is larger than high (6)"
//! run
//! entry bounds_of_clamp
//! out data = u32: 6, 8
//! run
//! entry bit_field
//! fails invalid_program "offset (4) plus count (30) is larger than 32"
//! run
//! entry in_a_callee
//! set n = 0
//! fails invalid_argument "75:35: error: 'div'"
//! run
//! entry negative_remainder
//! out data = u32: 2, 8
