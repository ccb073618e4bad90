#include "interp/subgroup.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace slipway::interp {
namespace {

using ir::Op;
using ir::Scalar;

// The pure operation that a reduction or scan folds with, and the word it starts from.
struct Fold {
  Op op;
  std::uint32_t identity;
};

std::uint32_t one(Scalar scalar) {
  switch (scalar) {
    case Scalar::f32: return 0x3F800000U;
    case Scalar::f16: return 0x3C00U;
    default: return 1;
  }
}
std::uint32_t lowest(Scalar scalar) {
  switch (scalar) {
    case Scalar::i32: return 0x80000000U;
    case Scalar::f32: return 0xFF800000U;
    case Scalar::f16: return 0xFC00U;
    default: return 0;
  }
}
std::uint32_t highest(Scalar scalar) {
  switch (scalar) {
    case Scalar::i32: return 0x7FFFFFFFU;
    case Scalar::f32: return 0x7F800000U;
    case Scalar::f16: return 0x7C00U;
    default: return UINT32_MAX;
  }
}

Fold fold_of(Op op, Scalar scalar) {
  switch (op) {
    case Op::subgroup_add:
    case Op::subgroup_exclusive_add:
    case Op::subgroup_inclusive_add: return {Op::add, 0};
    case Op::subgroup_mul:
    case Op::subgroup_exclusive_mul:
    case Op::subgroup_inclusive_mul: return {Op::mul, one(scalar)};
    case Op::subgroup_and: return {Op::bit_and, UINT32_MAX};
    case Op::subgroup_all: return {Op::bit_and, 1};
    case Op::subgroup_or:
    case Op::subgroup_any: return {Op::bit_or, 0};
    case Op::subgroup_xor: return {Op::bit_xor, 0};
    case Op::subgroup_max: return {Op::max, lowest(scalar)};
    case Op::subgroup_min: return {Op::min, highest(scalar)};
    default: SLIPWAY_UNREACHABLE();
  }
}

enum class Scan : std::uint8_t { none, inclusive, exclusive };

Scan scan_of(Op op) {
  switch (op) {
    case Op::subgroup_exclusive_add:
    case Op::subgroup_exclusive_mul: return Scan::exclusive;
    case Op::subgroup_inclusive_add:
    case Op::subgroup_inclusive_mul: return Scan::inclusive;
    default: return Scan::none;
  }
}

// Folds in the order of lanes, component by component.
void reduce(const Step& step, std::span<const Lane> lanes) {
  const auto scalar = static_cast<Scalar>(step.detail);
  const Fold fold = fold_of(step.op, scalar);
  const Scan scan = scan_of(step.op);
  static const ir::TypeTable types;
  const ir::TypeId type = types.scalar(scalar);
  const ir::Evaluator combine = ir::make_evaluator(types, fold.op, type, std::array{type, type}, 0);
  for (std::uint32_t i = 0; i < step.count; ++i) {
    std::uint32_t total = fold.identity;
    for (const Lane& lane : lanes) {
      if (scan == Scan::exclusive) lane.result[i] = total;
      const std::array<const std::uint32_t*, 2> operands{&total, lane.value + i};
      std::uint32_t next = 0;
      combine(operands.data(), &next);
      total = next;
      if (scan == Scan::inclusive) lane.result[i] = total;
    }
    if (scan != Scan::none) continue;
    for (const Lane& lane : lanes) lane.result[i] = total;
  }
}

void ballot(std::span<const Lane> lanes) {
  std::array<std::uint32_t, 4> bits{};
  for (const Lane& lane : lanes)
    if (lane.value[0] != 0) bits[lane.lane / 32] |= 1U << (lane.lane % 32);
  for (const Lane& lane : lanes) std::ranges::copy(bits, lane.result);
}

// The lane that `lane` takes its value from.
std::uint32_t source_of(const Step& step, const Lane& lane, const Lane& first) {
  const std::uint32_t own = lane.lane;
  switch (step.op) {
    case Op::subgroup_broadcast: return step.imm;
    case Op::subgroup_broadcast_first: return first.lane;
    case Op::subgroup_shuffle: return lane.second[0];
    case Op::subgroup_shuffle_xor: return own ^ lane.second[0];
    case Op::subgroup_shuffle_up: return own - lane.second[0];
    case Op::subgroup_shuffle_down: return own + lane.second[0];
    case Op::quad_broadcast: return (own & ~3U) + step.imm;
    case Op::quad_swap_x: return own ^ 1U;
    case Op::quad_swap_y: return own ^ 2U;
    case Op::quad_swap_diagonal: return own ^ 3U;
    default: SLIPWAY_UNREACHABLE();
  }
}

void exchange(const Step& step, std::span<const Lane> lanes) {
  for (const Lane& lane : lanes) {
    const auto source = std::ranges::find(lanes, source_of(step, lane, lanes.front()), &Lane::lane);
    if (source == lanes.end()) {
      std::fill_n(lane.result, step.count, 0U);
    } else {
      std::copy_n(source->value, step.count, lane.result);
    }
  }
}

}  // namespace

void execute_subgroup(const Step& step, std::span<const Lane> lanes) {
  switch (step.op) {
    case Op::subgroup_elect:
      for (const Lane& lane : lanes) lane.result[0] = &lane == lanes.data() ? 1 : 0;
      return;
    case Op::subgroup_ballot: ballot(lanes); return;
    case Op::subgroup_broadcast:
    case Op::subgroup_broadcast_first:
    case Op::subgroup_shuffle:
    case Op::subgroup_shuffle_xor:
    case Op::subgroup_shuffle_up:
    case Op::subgroup_shuffle_down:
    case Op::quad_broadcast:
    case Op::quad_swap_x:
    case Op::quad_swap_y:
    case Op::quad_swap_diagonal: exchange(step, lanes); return;
    default: reduce(step, lanes);
  }
}

}  // namespace slipway::interp
