// Constants, interned per module. They are finite: no NaN and no infinity can be written in WGSL.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "ir/types.h"

namespace slipway::ir {

struct ConstantTag;
using ConstantId = Id<ConstantTag>;

enum class ConstantKind : std::uint8_t {
  scalar,     ///< `bits`: two's complement, IEEE bits (f16 in the low half), or 0 and 1 for bool
  composite,  ///< `parts`: vector components, matrix columns, array elements, structure members
  zero,       ///< the zero value of a type that is not a scalar
};

struct Constant {
  ConstantKind kind = ConstantKind::zero;
  TypeId type;
  std::uint32_t bits = 0;
  std::vector<ConstantId> parts;
  bool operator==(const Constant&) const = default;
};

/// Interns constants: equal constants of one type have one id. An all-zero composite is interned as
/// `zero`, and the zero of a scalar type as a scalar of bits 0, so that each value has one form.
class ConstantTable {
 public:
  [[nodiscard]] const Constant& operator[](ConstantId id) const { return constants_.at(id.index); }
  [[nodiscard]] std::size_t size() const { return constants_.size(); }

  ConstantId scalar(TypeId type, std::uint32_t bits);
  /// `parts` has exactly as many entries as `type` has children.
  ConstantId composite(TypeId type, std::vector<ConstantId> parts);
  ConstantId zero(const TypeTable& types, TypeId type);
  /// Child `index` of a composite or zero constant.
  ConstantId part(const TypeTable& types, ConstantId constant, std::uint32_t index);
  [[nodiscard]] bool is_zero(ConstantId id) const;

 private:
  ConstantId intern(Constant constant);
  std::deque<Constant> constants_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

}  // namespace slipway::ir
