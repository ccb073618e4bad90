#include <limits>

#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::Value;

namespace {

// `divisor` with 1 in place of what division is not defined for: 0, and -1 under the smallest integer. Then
// x / 0 is x, x % 0 is 0, MIN / -1 is MIN and MIN % -1 is 0.
Value safe_divisor(const Emit& emit, Value dividend, Value divisor) {
  const bool is_signed = emit.scalar_of(divisor) == Scalar::i32;
  if (emit.all_of(divisor, [&](std::uint32_t b) { return b != 0 && (!is_signed || b != UINT32_MAX); }))
    return divisor;
  const ir::TypeId type = emit.type_of(divisor);
  Value bad = emit.compare(Op::eq, divisor, emit.bits(type, 0));
  if (is_signed) {
    const Value smallest = emit.compare(Op::eq, dividend, emit.bits(type, 0x80000000U));
    const Value minus_one = emit.compare(Op::eq, divisor, emit.bits(type, UINT32_MAX));
    bad = emit.bit_or(bad, emit.bit_and(smallest, minus_one));
  }
  return emit.select(divisor, emit.bits(type, 1), bad);
}

}  // namespace

Value expand_division(const Emit& emit, const ir::Inst& inst, Values a) {
  if (!ir::is_integer(emit.scalar_of(a[0]))) return emit.native(Op::div, inst.type, {a[0], a[1]});
  return emit.div_native(a[0], safe_divisor(emit, a[0], a[1]));
}

// Signed: a - (a / b) * b, because Vulkan leaves OpSRem undefined for negative operands.
Value expand_remainder(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target& target) {
  const Value divisor = safe_divisor(emit, a[0], a[1]);
  const bool never_null =
      !target.quirks.null_remainders || emit.all_of(divisor, [](std::uint32_t b) { return b != 1; });
  if (emit.scalar_of(a[0]) == Scalar::u32 && never_null)
    return emit.native(Op::rem, inst.type, {a[0], divisor});
  return emit.sub(a[0], emit.mul(emit.div_native(a[0], divisor), divisor));
}

Value expand_shift(const Emit& emit, const ir::Inst& inst, Values a) {
  Value count = a[1];
  if (!emit.all_of(count, [](std::uint32_t b) { return b < 32; }))
    count = emit.bit_and(count, emit.bits(emit.type_of(count), 31));
  return emit.native(inst.op, inst.type, {a[0], count});
}

Value expand_integer_dot(const Emit& emit, const ir::Inst&, Values a) {
  if (!ir::is_integer(emit.scalar_of(a[0]))) return {};
  Value sum;
  for (unsigned i = 0; i < emit.width(a[0]); ++i) {
    const Value product = emit.mul(emit.extract(a[0], i), emit.extract(a[1], i));
    sum = i == 0 ? product : emit.add(sum, product);
  }
  return sum;
}

Value expand_integer_abs(const Emit& emit, const ir::Inst&, Values a) {
  const Scalar scalar = emit.scalar_of(a[0]);
  if (scalar == Scalar::u32) return a[0];
  if (scalar == Scalar::i32) return emit.max(a[0], emit.same(Op::neg, a[0]));
  return {};
}

Value expand_clamp(const Emit& emit, const ir::Inst&, Values a) {
  return emit.min(emit.max(a[0], a[1]), a[2]);
}

}  // namespace slipway::lower
