#include "spirv/declared.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <spirv/unified1/spirv.hpp11>

namespace slipway::spirv {
namespace {

using Word = std::uint32_t;
using Instruction = std::span<const Word>;  // without its first word

std::unexpected<Error> wrong(std::string what) {
  return fail(ErrorCode::internal, fmt::format("emitted code does not agree with its kernel: {}", what));
}

struct Place {
  std::optional<Word> set;
  std::optional<Word> binding;
};

struct Declared {
  std::string entry_point;
  std::vector<Word> workgroup_size;
  std::map<Word, Place> places;                 // by variable
  std::map<Word, spv::StorageClass> variables;  // that are buffers
};

std::string literal(Instruction words) {
  std::string text;
  for (const Word word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char c = static_cast<char>(word >> shift & 0xFFU);
      if (c == '\0') return text;
      text += c;
    }
  return text;
}

void note(Declared& declared, spv::Op op, Instruction words) {
  if (op == spv::Op::OpEntryPoint && words.size() > 2) {
    declared.entry_point = literal(words.subspan(2));
  } else if (op == spv::Op::OpExecutionMode && words.size() == 5 &&
             words[1] == static_cast<Word>(spv::ExecutionMode::LocalSize)) {
    declared.workgroup_size.assign(words.begin() + 2, words.end());
  } else if (op == spv::Op::OpDecorate && words.size() == 3) {
    if (words[1] == static_cast<Word>(spv::Decoration::DescriptorSet))
      declared.places[words[0]].set = words[2];
    if (words[1] == static_cast<Word>(spv::Decoration::Binding)) declared.places[words[0]].binding = words[2];
  } else if (op == spv::Op::OpVariable && words.size() >= 3) {
    const auto storage = static_cast<spv::StorageClass>(words[2]);
    if (storage == spv::StorageClass::StorageBuffer || storage == spv::StorageClass::Uniform)
      declared.variables[words[1]] = storage;
  }
}

Result<Declared> read(const std::vector<std::byte>& code) {
  constexpr std::size_t header = 5;
  std::vector<Word> words(code.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), code.data(), words.size() * 4);
  if (code.size() % 4 != 0 || words.size() < header || words[0] != spv::MagicNumber)
    return wrong("it is not SPIR-V");
  Declared declared;
  for (std::size_t at = header; at < words.size();) {
    const std::size_t count = words[at] >> 16U;
    if (count == 0 || count > words.size() - at) return wrong("an instruction runs past its end");
    note(declared, static_cast<spv::Op>(words[at] & 0xFFFFU), Instruction(words).subspan(at + 1, count - 1));
    at += count;
  }
  return declared;
}

spv::StorageClass storage_of(kernel::BindingKind kind) {
  return kind == kernel::BindingKind::uniform ? spv::StorageClass::Uniform : spv::StorageClass::StorageBuffer;
}

}  // namespace

Result<> check_declarations(const kernel::Kernel& kernel) {
  SLIPWAY_TRY(const Declared declared, read(kernel.code));
  if (declared.entry_point != kernel.entry_point)
    return wrong(fmt::format("its entry point is '{}', not '{}'", declared.entry_point, kernel.entry_point));
  if (!std::ranges::equal(declared.workgroup_size, kernel.workgroup_size))
    return wrong(fmt::format("its workgroup size is not {}", fmt::join(kernel.workgroup_size, " x ")));
  std::set<Word> taken;
  for (const auto& [variable, storage] : declared.variables) {
    const auto place = declared.places.find(variable);
    if (place == declared.places.end() || place->second.set != 0 || !place->second.binding)
      return wrong("a buffer has no slot");
    const Word slot = *place->second.binding;
    if (slot >= kernel.bindings.size() || storage != storage_of(kernel.bindings[slot].kind))
      return wrong(fmt::format("the buffer at slot {} is not in the table", slot));
    if (!taken.insert(slot).second) return wrong(fmt::format("two buffers share slot {}", slot));
  }
  return {};
}

}  // namespace slipway::spirv
