#include "lower/rewrite.h"

namespace slipway::lower {

using ir::InstId;
using ir::RegionId;
using ir::Value;

Rewriter::Rewriter(ir::Module& module, ir::FunctionId function)
    : body_size_(module[function][module[function].body].insts.size()),
      values_(module[function].insts.size()),
      open_(module[function].regions.size(), false),
      build(module, function) {
  build.set_region(build.function().body);
}

std::vector<Value> Rewriter::operands(const ir::Inst& inst, std::size_t first) const {
  std::vector<Value> mapped;
  mapped.reserve(inst.operand_count - first);
  for (const Value value : function().operands_of(inst).subspan(first)) mapped.push_back(map(value));
  return mapped;
}

InstId Rewriter::keep(InstId id) {
  ir::Function& function = build.function();
  const ir::Inst& inst = function[id];
  for (Value& value : function.operands_of(inst)) value = map(value);
  function[build.region()].insts.push_back(id);
  for (std::uint32_t i = inst.region_count; i-- > 0;)
    frames_.push_back({.region = function.region_of(inst, i), .owner = id, .index = i});
  return id;
}

// What was built meanwhile stands behind the end of the body, and belongs before its start.
void Rewriter::start_body() {
  frames_.push_back({.region = build.function().body});
  Frame& frame = frames_.back();
  start(frame);
  auto& now = build.function()[frame.region].insts;
  const auto built = frame.insts.begin() + static_cast<std::ptrdiff_t>(body_size_);
  now.assign(built, frame.insts.end());
  frame.insts.erase(built, frame.insts.end());
}

void Rewriter::start(Frame& frame) {
  auto& insts = build.function()[frame.region].insts;
  frame.insts.swap(insts);
  if (!spare_.empty()) {
    insts.swap(spare_.back());
    spare_.pop_back();
  }
  insts.reserve(frame.insts.size());
  frame.started = true;
  open_[frame.region.index] = true;
  build.set_region(frame.region);
}

void Rewriter::finish() {
  Frame& frame = frames_.back();
  open_[frame.region.index] = false;
  frame.insts.clear();
  spare_.push_back(std::move(frame.insts));
  frames_.pop_back();
}

}  // namespace slipway::lower
