@compute @workgroup_size(64) fn main() { var a: array<i32, 3> = array(1, 2, 3); a[1] <<= 2u; }
