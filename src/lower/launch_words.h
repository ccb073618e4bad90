// The words that a launch passes to its kernel.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/kernel.h"

namespace slipway::lower {

/// The word's number in the kernel, which gets it where it has none like it.
inline std::uint32_t launch_word_number(kernel::Kernel& kernel, const kernel::LaunchWord& word) {
  auto at = std::ranges::find(kernel.launch_words, word);
  if (at == kernel.launch_words.end()) at = kernel.launch_words.insert(at, word);
  return static_cast<std::uint32_t>(at - kernel.launch_words.begin());
}

}  // namespace slipway::lower
