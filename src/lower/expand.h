// What replaces pure operations that a target does not execute as WGSL means them. Each function gives the
// value of the replacement, made at the builder's place, or a null value where the operation may stay.
// `a` are the operands. What they emit is native or has no domain.
#pragma once

#include <span>

#include "kernel/target.h"
#include "lower/emit.h"

namespace slipway::lower {

using Values = std::span<const ir::Value>;

// expand_integers.cpp
ir::Value expand_division(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_remainder(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target& target);
ir::Value expand_shift(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_integer_dot(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_integer_abs(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_clamp(const Emit& emit, const ir::Inst& inst, Values a);

// expand_bits.cpp
ir::Value expand_extract_bits(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_insert_bits(const Emit& emit, const ir::Inst& inst, Values a);
ir::Value expand_count_zeros(const Emit& emit, const ir::Inst& inst, Values a);

// expand_conversions.cpp
ir::Value expand_convert(const Emit& emit, const ir::Inst& inst, Values a);
/// `value`, a float shape, as `scalar` (i32 or u32) by the rule for out-of-range values and NaN.
ir::Value float_to_integer(const Emit& emit, ir::Value value, ir::Scalar scalar);

// expand_packing.cpp
ir::Value expand_packing(const Emit& emit, const ir::Inst& inst, Values a);

// expand_floats.cpp
ir::Value expand_float(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target& target);

// expand_composites.cpp
ir::Value expand_composite(const Emit& emit, const ir::Inst& inst, Values a);

}  // namespace slipway::lower
