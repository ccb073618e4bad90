// Launches of more workgroups than a dispatch takes: parts of the grid, one dispatch each.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace slipway::hal {

using Grid = std::array<std::uint32_t, 3>;  ///< workgroups along each axis

/// How many parts of at most `most` along each axis a grid has; nothing where one is 0. `most` is 1 or more.
[[nodiscard]] constexpr std::uint64_t count_parts(const Grid& grid, const Grid& most) {
  std::array<std::uint64_t, 3> counts{};
  for (std::size_t axis = 0; axis < grid.size(); ++axis)
    counts[axis] = grid[axis] / most[axis] + (grid[axis] % most[axis] != 0 ? 1 : 0);
  // Of 32 bits each: no product of two is too large, and one of three stays at the most there can be.
  const std::uint64_t plane = counts[0] * counts[1];
  return plane != 0 && counts[2] > UINT64_MAX / plane ? UINT64_MAX : plane * counts[2];
}

/// Calls `run(base, count)` for each part: the first of its workgroups, and how many they are.
template <class Run>
void for_each_part(const Grid& grid, const Grid& most, Run run) {
  const auto end_of_part = [](std::uint32_t base, std::uint32_t size, std::uint32_t whole) {
    return whole - base > size ? base + size : whole;
  };
  Grid base{};
  Grid end{};
  for (base[2] = 0; base[2] < grid[2]; base[2] = end[2]) {
    end[2] = end_of_part(base[2], most[2], grid[2]);
    for (base[1] = 0; base[1] < grid[1]; base[1] = end[1]) {
      end[1] = end_of_part(base[1], most[1], grid[1]);
      for (base[0] = 0; base[0] < grid[0]; base[0] = end[0]) {
        end[0] = end_of_part(base[0], most[0], grid[0]);
        run(base, Grid{end[0] - base[0], end[1] - base[1], end[2] - base[2]});
      }
    }
  }
}

/// The launch words of the part that starts at `base`.
[[nodiscard]] inline std::vector<std::uint32_t> words_of_part(const kernel::Kernel& kernel,
                                                              std::vector<std::uint32_t> words,
                                                              const Grid& base) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const kernel::LaunchWord& word = kernel.launch_words[i];
        word.kind == kernel::LaunchWord::Kind::base_workgroup)
      words[i] = base.at(word.slot);
  return words;
}

}  // namespace slipway::hal
