// What loops with plain counters can do, read off their counters: `for (var i = a; i < b; i += c)` and what
// is like it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace slipway::lower {

/// A loop that tests a counter against a constant at the top of its body, where nothing changes the counter
/// but one constant step in the continuing part.
struct LoopCounter {
  ir::InstId variable;
  ir::InstId test;                ///< the `if_` that leaves the loop
  std::uint64_t most_rounds = 0;  ///< starts of the body each time control comes to the loop
  /// Behind the test the counter is at least `low` and at most `high`, as its own type reads it.
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// The counters of one function. Made in one walk over it; stays valid while the function does not change.
class LoopCounters {
 public:
  LoopCounters(const ir::Module& module, const ir::Function& function);
  /// Of `loop`, an Op::loop; nothing where it has none of that kind.
  [[nodiscard]] std::optional<LoopCounter> of(ir::InstId loop) const;

 private:
  struct Uses {
    std::uint32_t stores = 0;  // besides its variable's own initialiser
    ir::InstId store;
    ir::RegionId region;   // of that store
    bool escapes = false;  // is used for more than loads and stores
  };
  struct Test {
    ir::InstId inst;
    ir::InstId counter;
    ir::Op op = ir::Op::lt;
    std::uint32_t bound = 0;
  };
  [[nodiscard]] std::optional<Test> top_test(const ir::Inst& loop) const;
  [[nodiscard]] std::optional<Test> test_of(ir::InstId exit) const;
  [[nodiscard]] std::optional<std::int64_t> step_of(const ir::Inst& loop, ir::InstId counter) const;

  const ir::Module* module_;
  const ir::Function* function_;
  std::vector<Uses> uses_;  // by InstId, of variables
};

}  // namespace slipway::lower
