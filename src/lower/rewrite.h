// Rewrites one function in place, instruction by instruction: what a pass has nothing to say about stays.
#pragma once

#include <vector>

#include "ir/builder.h"
#include "ir/module.h"

namespace slipway::lower {

/// Takes the instructions out of each region in turn and fills it again. Those that stay keep their ids;
/// those that are replaced stay in the arena, where what they were can be looked up.
class Rewriter {
 public:
  /// What is built before `run` goes to the start of the body.
  Rewriter(ir::Module& module, ir::FunctionId function);

  /// Calls `visit(id, inst)` for each instruction that was there at first, in evaluation order, with `build`
  /// at the place for what replaces it. A visit that returns false keeps the instruction; one that returns
  /// true has made what replaces it, and has told its value with `set` if it has one. `visit` leaves `build`
  /// in the region where it found it. Regions of a control instruction are visited when it was kept; until
  /// then they are as they were.
  template <class Visit>
  void run(Visit visit) {
    run(visit, [](ir::InstId, std::uint32_t) {});
  }
  /// `enter(owner, index)` is called at the start of each region of a kept control instruction.
  template <class Visit, class Enter>
  void run(Visit visit, Enter enter) {
    start_body();
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (!frame.started) {
        start(frame);
        enter(frame.owner, frame.index);
        continue;
      }
      if (frame.next == frame.insts.size()) {
        finish();
        continue;
      }
      const ir::InstId id = frame.insts[frame.next++];
      build.set_region(frame.region);
      const ir::Inst inst = function()[id];  // a copy, because what visits make moves the arena
      build.set_site(inst.site);
      if (!visit(id, inst)) keep(id);
    }
  }

  /// Puts an instruction that was there at first to where `build` is, with its operands mapped; its regions
  /// follow.
  ir::InstId keep(ir::InstId id);
  /// The value that now stands for `value`.
  [[nodiscard]] ir::Value map(ir::Value value) const {
    if (!value.is_inst() || value.inst().index >= values_.size()) return value;
    const ir::Value now = values_[value.inst().index];
    return now.valid() ? now : value;
  }
  void set(ir::InstId old, ir::Value now) { values_[old.index] = now; }
  /// The mapped operands from number `first` on.
  [[nodiscard]] std::vector<ir::Value> operands(const ir::Inst& inst, std::size_t first = 0) const;
  [[nodiscard]] ir::Value operand(const ir::Inst& inst, std::size_t i) const {
    return map(function().operands_of(inst)[i]);
  }
  /// Its instructions that were not visited yet have their first operands.
  [[nodiscard]] const ir::Function& function() const { return build.function(); }
  /// Whether `region` is the one that is visited or around it.
  [[nodiscard]] bool is_open(ir::RegionId region) const {
    return region.index < open_.size() && open_[region.index];
  }

 private:
  struct Frame {
    ir::RegionId region;
    ir::InstId owner;
    std::uint32_t index = 0;
    bool started = false;
    std::size_t next = 0;
    std::vector<ir::InstId> insts;  // those that were in the region at first
  };
  void start_body();
  void start(Frame& frame);
  void finish();

  std::size_t body_size_;          // instructions of the body at first
  std::vector<ir::Value> values_;  // by InstId: what replaced it; null where it stayed
  std::vector<bool> open_;         // by RegionId
  std::vector<Frame> frames_;
  std::vector<std::vector<ir::InstId>> spare_;  // empty, with the capacity that a region needed

 public:
  ir::Builder build;
};

}  // namespace slipway::lower
