fn f( { let a = ; if b { c(; } else if ) { } switch x { case : { } } loop { continuing { break if } } }
struct S { a: i32; b c, @align() d: array<array<, }
const __x = 1abc + 0x1p9999f & 2 | 3; @unknown enable late; var<storage a;
const n = array<vec2<f32>,(1>2)>()[a<b>c]; /* /* */ not closed
