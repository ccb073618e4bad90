struct Pair { a: u32, b: u32 }
var<private> global: Pair;
fn both(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }
fn reads(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 { return *p + *q; }
fn beside(p: ptr<private, u32>) { *p = global.b; }
fn through(p: ptr<function, u32>, q: ptr<function, u32>) { both(q, p); }
@compute @workgroup_size(1)
fn main() {
  var x = 1u;
  var y = reads(&x, &x);
  both(&x, &y);
  both(&x, &x);
  through(&x, &x);
  beside(&global.a);
  var pair: Pair;
  both(&pair.a, &pair.b);
}
//! error 12:12 wgsl.aliasing "arguments 1 and 2 of 'both' point into one variable, which the function writes"
//! error 13:15 wgsl.aliasing "arguments 1 and 2 of 'through' point into one variable"
//! error 14:10 wgsl.aliasing "argument 1 of 'beside' points into 'global', which the function also uses by its name"
//! error 16:17 wgsl.aliasing "arguments 1 and 2 of 'both' point into one variable"
