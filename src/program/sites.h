// What a report about one instruction says beside its place: all that a launch needs of a program when it
// trapped, so that it need not have the module.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/source.h"
#include "ir/module.h"

namespace slipway::program {

enum class SiteKind : std::uint8_t { trap, assert_, index };

/// A trap, or an access through an index.
struct Site {
  ir::SiteId id = 0;
  SiteKind kind = SiteKind::trap;
  bool is_signed = false;  ///< of an index: i32
  std::uint32_t tag = 0;   ///< of a trap
  std::string name;        ///< of the tag, or what is indexed: `cells[].words`; may be empty
  Span span;
};

/// Of a module that was read, in ascending order of their ids.
[[nodiscard]] std::vector<Site> make_sites(const ir::Module& module, const ir::DebugInfo& debug);

/// Null where there is none.
[[nodiscard]] const Site* find_site(std::span<const Site> sites, ir::SiteId id);

}  // namespace slipway::program
