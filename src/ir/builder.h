// Appends instructions to the regions of one function.
#pragma once

#include <initializer_list>
#include <span>

#include "ir/module.h"

namespace slipway::ir {

/// Holds the place where the next instruction goes. References into the module's vectors are taken anew on
/// each call, so adding functions meanwhile is safe.
class Builder {
 public:
  Builder(Module& module, FunctionId function) : module_(&module), function_(function) {}

  [[nodiscard]] Module& module() const { return *module_; }
  [[nodiscard]] Function& function() const { return (*module_)[function_]; }
  [[nodiscard]] FunctionId function_id() const { return function_; }
  [[nodiscard]] RegionId region() const { return region_; }
  void set_region(RegionId region) { region_ = region; }
  void set_site(SiteId site) { site_ = site; }
  [[nodiscard]] SiteId site() const { return site_; }

  RegionId new_region();
  InstId emit(Op op, TypeId type, std::span<const Value> operands, std::uint32_t imm = 0);
  InstId emit(Op op, TypeId type, std::initializer_list<Value> operands, std::uint32_t imm = 0) {
    return emit(op, type, std::span(operands.begin(), operands.size()), imm);
  }
  /// `emit` with the native mark.
  InstId emit_native(Op op, TypeId type, std::initializer_list<Value> operands, std::uint32_t imm = 0);
  /// An instruction with `count` fresh, consecutive regions.
  InstId emit_control(Op op, std::initializer_list<Value> operands, std::uint32_t region_count,
                      std::uint32_t imm = 0);
  /// `result` number `index` of control instruction `of`; call right after emit_control, in order.
  InstId emit_result(InstId of, TypeId type, std::uint32_t index);
  void terminate(Op op, std::initializer_list<Value> operands = {});
  /// Whether the current region already ends.
  [[nodiscard]] bool terminated() const;

  [[nodiscard]] TypeId type_of(Value value) const { return module_->type_of(function(), value); }
  [[nodiscard]] Value u32(std::uint32_t bits) const;
  [[nodiscard]] Value i32(std::int32_t value) const;
  [[nodiscard]] Value boolean(bool value) const;
  [[nodiscard]] Value zero(TypeId type) const;

 private:
  Module* module_;
  FunctionId function_;
  RegionId region_;
  SiteId site_ = 0;
};

}  // namespace slipway::ir
