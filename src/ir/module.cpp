#include "ir/module.h"

namespace slipway::ir {

const OpInfo& info(Op op) {
  using namespace trait;
  static constexpr OpInfo table[] = {
#define OP(name, count, traits) {#name, count, static_cast<std::uint16_t>(traits)},
#include "ir/ops.def"
  };
  return table[static_cast<std::size_t>(op)];
}

std::string_view to_string(BuiltinInput input) {
  switch (input) {
    case BuiltinInput::local_invocation_id: return "local_invocation_id";
    case BuiltinInput::local_invocation_index: return "local_invocation_index";
    case BuiltinInput::global_invocation_id: return "global_invocation_id";
    case BuiltinInput::workgroup_id: return "workgroup_id";
    case BuiltinInput::num_workgroups: return "num_workgroups";
    case BuiltinInput::global_invocation_index: return "global_invocation_index";
    case BuiltinInput::workgroup_index: return "workgroup_index";
    case BuiltinInput::subgroup_invocation_id: return "subgroup_invocation_id";
    case BuiltinInput::subgroup_size: return "subgroup_size";
    case BuiltinInput::subgroup_id: return "subgroup_id";
    case BuiltinInput::num_subgroups: return "num_subgroups";
  }
  SLIPWAY_UNREACHABLE();
}

}  // namespace slipway::ir
