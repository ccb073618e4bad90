// WGSL's memory layout (specification section 14.4): sizes, alignments and offsets, in bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/types.h"

namespace slipway::ir {

struct Layout {
  std::uint32_t align = 1;
  /// Of a run-time array or a structure that ends in one: without any element.
  std::uint64_t size = 0;
  std::uint32_t stride = 0;                   ///< arrays: from element to element; matrices: of columns
  std::vector<std::uint64_t> member_offsets;  ///< structures
};

/// Layouts of all types of a table, made once; bool counts as 4 bytes (it only lives in memory that the host
/// never sees). Arrays sized by an override count as one element: specialise first. Sizes saturate at
/// UINT64_MAX / 2 rather than overflow.
class LayoutTable {
 public:
  explicit LayoutTable(const TypeTable& types);
  [[nodiscard]] const Layout& operator[](TypeId type) const { return layouts_.at(type.index); }

 private:
  std::vector<Layout> layouts_;
};

[[nodiscard]] std::uint64_t round_up(std::uint64_t alignment, std::uint64_t value);

}  // namespace slipway::ir
