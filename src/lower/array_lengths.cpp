#include <algorithm>

#include <fmt/format.h>

#include "ir/layout.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Inst;
using ir::InstId;
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

Result<> pass_array_lengths(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel,
                            const kernel::Target& target) {
  const ir::LayoutTable layouts(module.types);
  Rewriter rewriter(module, function);
  rewriter.run([&](InstId id, const Inst& inst) {
    if (inst.op != Op::array_length) return false;
    const Value pointer = rewriter.old().operands_of(inst)[0];
    const kernel::LaunchWord word = word_of(module, layouts, rewriter.old(), kernel, pointer);
    auto at = std::ranges::find(kernel.launch_words, word);
    if (at == kernel.launch_words.end()) at = kernel.launch_words.insert(at, word);
    const auto index = static_cast<std::uint32_t>(at - kernel.launch_words.begin());
    rewriter.set(id, rewriter.build.emit(Op::launch_word, inst.type, {}, index));
    return true;
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
