// Where in the functions of a kernel traps have consequences: what an invocation that trapped can still meet.
#pragma once

#include <vector>

#include "ir/module.h"

namespace slipway::lower {

/// What an instruction does, or what is below it or in what it calls.
namespace holds {
enum : std::uint8_t {
  barrier = 1,
  atomic = 2,
  trap = 4,
  poll = 8,   ///< a loop that may wait for other invocations: it asks whether one trapped
  mutes = 16  ///< a trap or poll behind which the invocation goes on
};
}

/// Facts of one instruction. All of them are about what may be, on some way through the kernel.
struct TrapPlace {
  std::uint8_t holds = 0;
  bool barrier_follows = false;  ///< a barrier may come behind it in this launch
  bool in_continuing = false;    ///< nothing can return there
  bool muted = false;            ///< an invocation that trapped may come here, or be inside a loop
  bool has_break = false;        ///< of a loop: something leaves it to what stands behind
};

class TrapPlan {
 public:
  /// `functions` are those that the entry point reaches, callees first.
  TrapPlan(const ir::Module& module, const std::vector<ir::FunctionId>& functions);

  [[nodiscard]] const TrapPlace& of(ir::FunctionId function, ir::InstId inst) const {
    return places_[function.index][inst.index];
  }
  /// Of all that stands in a function.
  [[nodiscard]] std::uint8_t holds(ir::FunctionId function) const { return holds_[function.index]; }
  /// Whether a trapped invocation goes on anywhere.
  [[nodiscard]] bool any_mutes() const { return any_mutes_; }

 private:
  void find_contents(ir::FunctionId id);
  void find_followers(ir::FunctionId id);
  void find_muting(ir::FunctionId id);
  void find_muted(ir::FunctionId id);
  bool walk(ir::FunctionId id, ir::RegionId region, bool muted);

  const ir::Module& module_;
  std::vector<std::vector<TrapPlace>> places_;  // by function, by InstId
  std::vector<std::uint8_t> holds_;             // by function
  std::vector<bool> followed_;                  // by function: a barrier may come behind a call
  std::vector<bool> called_muted_;              // by function
  bool any_mutes_ = false;
};

}  // namespace slipway::lower
