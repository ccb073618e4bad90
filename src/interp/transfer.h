// Moves values between words (ir/evaluate.h) and bytes in WGSL's memory layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/layout.h"
#include "ir/types.h"

namespace slipway::interp {

/// How the scalars of one type lie in memory: runs of scalars without gaps.
struct Transfer {
  struct Run {
    std::uint64_t byte = 0;
    std::uint32_t word = 0;
    std::uint32_t count = 0;
    bool half = false;  ///< 2 bytes a scalar, else 4
  };
  std::vector<Run> runs;
  std::uint64_t bytes = 0;  ///< from the start to the end of the last scalar
  std::uint32_t words = 0;
};

/// `type` has a fixed size, below the limits that compile() holds.
[[nodiscard]] Transfer make_transfer(const ir::TypeTable& types, const ir::LayoutTable& layouts,
                                     ir::TypeId type);

void load(const Transfer& transfer, const std::byte* from, std::uint32_t* words);
void store(const Transfer& transfer, const std::uint32_t* words, std::byte* to);

}  // namespace slipway::interp
