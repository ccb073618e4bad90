#include "lower/uniform_layout.h"

#include <vector>

#include <fmt/format.h>

namespace slipway::lower {

using ir::TypeId;
using ir::TypeKind;

namespace {

constexpr std::uint64_t unit = 16;

class CoarseLayout {
 public:
  explicit CoarseLayout(const ir::ValidModule& module) : module_(module), done_(module->types.size()) {}

  // Recurses as deep as types nest, which the verifier bounds; each type is looked at once.
  std::string fault(TypeId type, const std::string& path) {
    if (done_[type.index]) return {};
    done_[type.index] = true;
    const ir::Type& t = module_->types[type];
    if (t.kind == TypeKind::structure) return fault_of_members(type, path);
    if (t.kind != TypeKind::array && t.kind != TypeKind::matrix) return {};
    const std::uint32_t stride = module_.layouts()[type].stride;
    if (stride % unit != 0)
      return fmt::format("the {} of '{}' must lie {} bytes apart or a multiple of that, and are {} apart",
                         t.kind == TypeKind::matrix ? "columns" : "elements", path, unit, stride);
    return t.kind == TypeKind::matrix ? std::string() : fault(t.element, path + "[]");
  }

 private:
  std::string fault_of_members(TypeId type, const std::string& path) {
    const auto& members = module_->types[type].members;
    const auto& offsets = module_.layouts()[type].member_offsets;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const TypeKind kind = module_->types[members[i].type].kind;
      const std::string name = path + "." + members[i].name;
      const bool coarse = kind == TypeKind::structure || kind == TypeKind::array;
      if (coarse && offsets[i] % unit != 0)
        return fmt::format("'{}' must lie at a multiple of {} bytes, and is at {}", name, unit, offsets[i]);
      const std::uint64_t end = offsets[i] + ir::round_up(unit, module_.layouts()[members[i].type].size);
      if (kind == TypeKind::structure && i + 1 < members.size() && offsets[i + 1] < end)
        return fmt::format("'{}.{}' must lie at {} or later, as structures take whole {} bytes, and is at {}",
                           path, members[i + 1].name, end, unit, offsets[i + 1]);
      if (std::string found = fault(members[i].type, name); !found.empty()) return found;
    }
    return {};
  }

  const ir::ValidModule& module_;
  std::vector<bool> done_;  // by TypeId
};

}  // namespace

std::string coarse_layout_fault(const ir::ValidModule& module, TypeId type, const std::string& path) {
  return CoarseLayout(module).fault(type, path);
}

}  // namespace slipway::lower
