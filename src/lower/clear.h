// Code that sets variables to zero.
#pragma once

#include "lower/emit.h"

namespace slipway::lower {

/// Adds to what `builder` builds; pointers are in bounds. Arrays that are long, and those with atomics, are
/// cleared by loops that the loop limit finds bounded.
class Clearer {
 public:
  explicit Clearer(ir::Builder& builder) : build_(&builder), emit_(builder) {}

  /// Sets what `address` points to, of type `type`, to zero.
  void clear(ir::Value address, ir::TypeId type);
  /// The pointer to element `index` of the array of type `array` at `address`.
  ir::Value element(ir::Value address, ir::TypeId array, ir::Value index);

  /// for (var index = start; index < count; index += step) body(index)
  template <class Body>
  void loop(ir::Value start, std::uint32_t count, std::uint32_t step, Body body) {
    const Loop made = begin_loop(start, count);
    body(made.index);
    end_loop(made, step);
  }

 private:
  struct Loop {
    ir::RegionId outside;
    ir::RegionId continuing;
    ir::Value counter;
    ir::Value index;
  };
  Loop begin_loop(ir::Value start, std::uint32_t count);
  void end_loop(const Loop& made, std::uint32_t step);
  void clear_array(ir::Value address, ir::TypeId array);
  ir::TypeId pointer(ir::Value like, ir::TypeId element);

  ir::Builder* build_;
  Emit emit_;
};

}  // namespace slipway::lower
