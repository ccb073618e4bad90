#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ir/layout.h"
#include "lower/launch_words.h"
#include "lower/passes.h"

namespace slipway::lower {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

// The word of a run-time array: the root is a variable with a slot, the array itself or its last member.
kernel::LaunchWord word_of(const ir::Module& module, const ir::LayoutTable& layouts,
                           const ir::Function& function, const kernel::Kernel& kernel, Value pointer) {
  const ir::TypeId array = module.types[module.type_of(function, pointer)].element;
  kernel::LaunchWord word{.kind = kernel::LaunchWord::Kind::array_length, .stride = layouts[array].stride};
  if (pointer.is_inst()) {
    const Inst& member = function[pointer.inst()];
    pointer = function.operands_of(member)[0];
    const ir::TypeId structure = module.types[module.type_of(function, pointer)].element;
    word.offset = static_cast<std::uint32_t>(layouts[structure].member_offsets[member.imm]);
  }
  const ir::Binding binding = *module[pointer.global()].binding;
  const auto slot = std::ranges::find_if(kernel.bindings, [&](const kernel::BindingSlot& s) {
    return s.group == binding.group && s.binding == binding.binding;
  });
  word.slot = static_cast<std::uint32_t>(slot - kernel.bindings.begin());
  return word;
}

}  // namespace

// In place: what took the array's address stays, and nothing uses it.
Result<> pass_array_lengths(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel,
                            const kernel::Target& target) {
  ir::Function& body = module[function];
  const auto is_one = [](const Inst& inst) { return inst.op == Op::array_length; };
  if (std::ranges::none_of(body.insts, is_one)) return {};
  std::optional<ir::LayoutTable> layouts;
  ir::for_each_region(body, body.body, [&](ir::RegionId region) {
    for (const ir::InstId id : body[region].insts) {
      Inst& inst = body[id];
      if (inst.op != Op::array_length) continue;
      if (!layouts.has_value()) layouts.emplace(module.types);
      const kernel::LaunchWord word = word_of(module, *layouts, body, kernel, body.operands_of(inst)[0]);
      inst = {.op = Op::launch_word,
              .type = inst.type,
              .imm = launch_word_number(kernel, word),
              .site = inst.site};
    }
  });
  if (kernel.launch_words.size() <= target.limits.launch_words) return {};
  return std::unexpected(
      Error(
          ErrorCode::unsupported,
          fmt::format("kernel '{}' needs the lengths of {} run-time arrays, and this device passes {} words",
                      kernel.entry_point, kernel.launch_words.size(), target.limits.launch_words))
          .with_limit({"launch_words", target.limits.launch_words}));
}

}  // namespace slipway::lower
