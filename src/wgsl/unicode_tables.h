// Ranges of code points beyond ASCII that identifiers may hold, ascending.
#pragma once

#include <cstddef>
#include <cstdint>

namespace slipway::wgsl {

struct CodePointRange {
  std::uint32_t first;
  std::uint32_t last;
};
extern const CodePointRange xid_start[];
extern const std::size_t xid_start_count;
extern const CodePointRange xid_continue[];
extern const std::size_t xid_continue_count;

}  // namespace slipway::wgsl
