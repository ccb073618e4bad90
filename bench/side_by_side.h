// Ways of doing the same work, timed by turns in one process, so that what disturbs one disturbs all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <slipway/result.h>

namespace slipway::bench {

struct Way {
  std::string name;
  /// Done once. What is timed.
  std::function<Result<>()> work;
  /// Whether what the work left is right; called after each timed call.
  std::function<bool()> is_right = {};
};

struct Row {
  std::string name;
  std::string unit = "us";
  double per_second = 1e6;  ///< units of time in a second; or bytes of the work for "GB/s"
  /// The first ways are baselines: ratios are to the fastest of them. None where the bar is a time.
  std::size_t baselines = 1;
  std::vector<Way> ways = {};
};

/// A way has its turn for several calls on end: a GPU takes long to turn from one device handle of a process
/// to another, which is nobody's speed. The first calls of each turn are not timed.
struct Effort {
  int turns = 10;
  int untimed = 5;
  int timed = 20;
};

/// Prints the median of each way, the tenth and ninetieth percentile, and its ratio to the baseline's median.
/// An error or a wrong result ends it with an error.
Result<> measure(const Row& row, Effort effort);

}  // namespace slipway::bench
