// Names of every kind in several scripts, with marks that combine; names that differ by case or form differ.
struct Größe { länge: u32, ширина: u32 }
const ᚠᚢ = 3u;
override число: u32 = 5;
alias Δ = vec2<u32>;
var<private> 計數: u32;
@group(0) @binding(0) var<storage, read_write> ausgabe_é: array<u32>;

fn סכום(א: u32, ב: u32) -> u32 { return א + ב; }

@compute @workgroup_size(1)
fn início() {
  let g = Größe(ᚠᚢ, число);
  let x = 1u; let х = 2u;
  let é = 10u; let é = 20u;
  計數 += Δ(7, 8).y;
  ausgabe_é[0] = סכום(g.länge, g.ширина) * 100 + x * 10 + х;
  ausgabe_é[1] = é * 100 + é + 計數;
}
//! size ausgabe_é = 2
//! grid 1
//! run
//! out ausgabe_é = u32: 812, 1028
//! run
//! set число = 6
//! out ausgabe_é = u32: 912, 1028
