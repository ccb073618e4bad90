/* a comment /* inside another */ still going */
@group(0) @binding(0) var<storage, read_write> größe: array<u32>; // to the end of the line
@compute @workgroup_size(1)
fn главная() {
  let _x1 = 3u; /**/
  let 变量 = _x1 * 2;
  größe[0] = 变量;
}
//! size größe = 1
//! grid 1
//! out größe = u32: 6
