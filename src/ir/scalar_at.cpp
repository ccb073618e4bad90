#include "ir/scalar_at.h"

#include <algorithm>
#include <iterator>

namespace slipway::ir {
namespace {

class Walk {
 public:
  Walk(const TypeTable& types, const LayoutTable& layouts, std::string* path)
      : types_(types), layouts_(layouts), path_(path) {}

  std::optional<ScalarAt> run(TypeId type, std::uint64_t byte) {
    std::uint64_t begin = 0;
    while (true) {
      const Type& t = types_[type];
      const Layout& layout = layouts_[type];
      switch (t.kind) {
        case TypeKind::scalar:
        case TypeKind::atomic:
          if (byte - begin >= layout.size) return {};
          return ScalarAt{t.scalar, begin};
        case TypeKind::vector: {
          const std::uint64_t index = (byte - begin) / component_size(t);
          if (index >= t.rows) return {};
          note_index(index);
          return ScalarAt{t.scalar, begin + index * component_size(t)};
        }
        case TypeKind::matrix:
        case TypeKind::array:
        case TypeKind::runtime_array: {
          const std::uint64_t index = (byte - begin) / layout.stride;
          if (t.kind != TypeKind::runtime_array && byte - begin >= layout.size) return {};
          note_index(index);
          begin += index * layout.stride;
          type = t.element;
          break;
        }
        case TypeKind::structure: {
          const auto behind = std::ranges::upper_bound(layout.member_offsets, byte - begin);
          const auto index = std::distance(layout.member_offsets.begin(), behind) - 1;
          const auto member = static_cast<std::size_t>(index);
          if (path_ != nullptr) *path_ += "." + t.members[member].name;
          begin += layout.member_offsets[member];
          type = t.members[member].type;
          break;
        }
        case TypeKind::void_:
        case TypeKind::pointer: return {};
      }
    }
  }

 private:
  static std::uint64_t component_size(const Type& vector) { return vector.scalar == Scalar::f16 ? 2 : 4; }
  void note_index(std::uint64_t index) {
    if (path_ != nullptr) *path_ += "[" + std::to_string(index) + "]";
  }

  const TypeTable& types_;
  const LayoutTable& layouts_;
  std::string* path_;
};

}  // namespace

std::optional<ScalarAt> scalar_at(const TypeTable& types, const LayoutTable& layouts, TypeId type,
                                  std::uint64_t byte, std::string* path) {
  if (path != nullptr) path->clear();
  return Walk(types, layouts, path).run(type, byte);
}

}  // namespace slipway::ir
