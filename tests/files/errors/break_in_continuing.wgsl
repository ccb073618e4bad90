@compute @workgroup_size(1)
fn main() {
  var i = 0u;
  loop {
    i++;
    continuing {
      if i > 3 { break; }
    }
  }
}
//! error 7:18 wgsl.behavior "'break' cannot leave a continuing part: use 'break if' at its end"
