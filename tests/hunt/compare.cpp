#include "hunt/compare.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "ir/scalar_at.h"

namespace slipway::hunt {
namespace {

// Types of the words of a host-visible variable.
class WordTypes {
 public:
  WordTypes(const ir::ValidModule& module, std::string_view variable)
      : types_(module->types), layouts_(module.layouts()) {
    const auto global = std::ranges::find(module->globals, variable, &ir::Global::name);
    if (global != module->globals.end()) root_ = types_[global->type].element;
  }

  // Whether an f32 starts at the byte; false in padding.
  [[nodiscard]] bool is_f32(std::uint64_t byte) const {
    if (!root_.valid()) return false;
    const auto scalar = ir::scalar_at(types_, layouts_, root_, byte);
    return scalar && scalar->scalar == ir::Scalar::f32 && scalar->begin == byte;
  }

 private:
  const ir::TypeTable& types_;
  const ir::LayoutTable& layouts_;
  ir::TypeId root_;
};

}  // namespace

std::string first_difference(const ir::ValidModule& module, const Outputs& expected, const Outputs& found) {
  constexpr std::uint32_t sign = 0x80000000U;
  for (const auto& entry : expected.entries()) {
    const auto bytes = found.bytes(entry.name);
    if (!bytes) return bytes.error().to_string();
    if (bytes->size() != entry.bytes.size())
      return fmt::format("'{}' has {} bytes, expected {}", entry.name, bytes->size(), entry.bytes.size());
    const WordTypes types(module, entry.name);
    for (std::size_t at = 0; at + 4 <= bytes->size(); at += 4) {
      std::uint32_t want = 0;
      std::uint32_t have = 0;
      std::memcpy(&want, entry.bytes.data() + at, 4);
      std::memcpy(&have, bytes->data() + at, 4);
      const bool zeros = ((want | have) & ~sign) == 0;
      if (want != have && !(zeros && types.is_f32(at)))
        return fmt::format("word {} of '{}' is {:#010x}, expected {:#010x}", at / 4, entry.name, have, want);
    }
  }
  return {};
}

}  // namespace slipway::hunt
