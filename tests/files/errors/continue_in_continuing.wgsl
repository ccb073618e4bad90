fn f() {
  var x = 1;
  loop {
    continuing {
      x++;
      continue;
    }
  }
}
//! error 6:7 wgsl.behavior "'continue' cannot stand in a continuing part"
