// Rebuilds one function instruction by instruction: what a pass has nothing to say about is copied.
#pragma once

#include <vector>

#include "ir/builder.h"
#include "ir/module.h"

namespace slipway::lower {

/// Takes the body out of the function and gives it a new, empty one; `run` fills that. Values of the old body
/// are turned into values of the new one with `map`.
class Rewriter {
 public:
  Rewriter(ir::Module& module, ir::FunctionId function);

  /// Calls `visit(id, inst)` for each instruction of the old body in evaluation order, with `build` at the
  /// place for what replaces it. A visit that returns false has the instruction copied; one that returns true
  /// has made what replaces it, and has told its value with `set` if it has one. `visit` leaves `build` in
  /// the region where it found it. Regions of a control instruction are visited when it was copied.
  template <class Visit>
  void run(Visit visit) {
    run(visit, [](const ir::Inst&, std::uint32_t) {});
  }
  /// `enter(owner, index)` is called at the start of each region of a copied control instruction.
  template <class Visit, class Enter>
  void run(Visit visit, Enter enter) {
    push(old_.body, build.region(), ir::InstId(), 0);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto& insts = old_[frame.old].insts;
      build.set_region(frame.now);
      if (frame.next == 0 && frame.owner.valid() && !frame.entered) {
        frame.entered = true;
        enter(old_[frame.owner], frame.index);
        continue;
      }
      if (frame.next == insts.size()) {
        frames_.pop_back();
        continue;
      }
      const ir::InstId id = insts[frame.next++];
      const ir::Inst& inst = old_[id];
      build.set_site(inst.site);
      if (!visit(id, inst)) copy(id);
    }
  }

  /// Copies an instruction of the old body with its operands mapped; its regions follow.
  ir::InstId copy(ir::InstId id);
  [[nodiscard]] ir::Value map(ir::Value value) const;
  void set(ir::InstId old, ir::Value now) { values_[old.index] = now; }
  [[nodiscard]] std::vector<ir::Value> operands(const ir::Inst& inst) const;
  /// The operands from number `first` on.
  [[nodiscard]] std::vector<ir::Value> operands_behind(const ir::Inst& inst, std::size_t first) const;
  [[nodiscard]] ir::Value operand(const ir::Inst& inst, std::size_t i) const {
    return map(old_.operands_of(inst)[i]);
  }
  [[nodiscard]] const ir::Function& old() const { return old_; }
  [[nodiscard]] ir::Module& module() { return *module_; }

 private:
  struct Frame {
    ir::RegionId old;
    ir::RegionId now;
    ir::InstId owner;
    std::uint32_t index = 0;
    std::size_t next = 0;
    bool entered = false;
  };
  void push(ir::RegionId old, ir::RegionId now, ir::InstId owner, std::uint32_t index) {
    frames_.push_back({old, now, owner, index, 0, false});
  }

  ir::Module* module_;
  ir::Function old_;
  std::vector<ir::Value> values_;  // by InstId of the old body
  std::vector<Frame> frames_;

 public:
  ir::Builder build;
};

}  // namespace slipway::lower
