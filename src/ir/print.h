// Readable text of a module, for tests, dumps and debugging. Not read back.
#pragma once

#include <string>

#include "ir/module.h"

namespace slipway::ir {

/// Every global, override and entry point, and every function with its regions indented:
///
///     fn main() {
///       %0: vec3<u32> = builtin global_invocation_id
///       %1: u32 = extract %0, 0
///       if_ %2 {
///         store %5, 1u
///         yield
///       } {
///         yield
///       }
///     }
///
/// The module must be one that verify() would accept as far as handles go.
[[nodiscard]] std::string print(const Module& module);
[[nodiscard]] std::string print(const Module& module, const Function& function);

/// A constant as WGSL writes it: `1u`, `-2.5f`, `vec2<i32>(1i, 2i)`; a zero of a composite as `vec2<i32>()`.
[[nodiscard]] std::string print(const Module& module, ConstantId constant);

}  // namespace slipway::ir
