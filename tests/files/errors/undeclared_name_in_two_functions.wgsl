// Said once in each declaration that uses it.
fn f(a: Missing, b: Missing) -> Missing {
  let x = count + count;
  let y: Missing = count;
  return helper(x) + helper(y);
}
@compute @workgroup_size(1)
fn main() {
  let x = count;
}
//! error 2:9 wgsl.unresolved "no type named 'Missing' is declared"
//! error 3:11 wgsl.unresolved "nothing named 'count' is declared"
//! error 4:10 wgsl.unresolved "no type named 'Missing' is declared"
//! error 5:10 wgsl.unresolved "no function or type named 'helper' is declared"
//! error 9:11 wgsl.unresolved "nothing named 'count' is declared"
