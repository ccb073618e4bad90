// The one byte form of a module: what identity hashes and what the reference device runs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <slipway/result.h>

#include "ir/module.h"

namespace slipway::ir {

/// Canonical: types, constants, functions and instructions are numbered in the order a walk from the
/// globals and entry points meets them, dead instructions and unreachable functions are left out, and local
/// names are not written. Binding names, override names and tags are.
[[nodiscard]] std::vector<std::byte> serialize(const Module& module);

/// Reads what serialize() wrote, from bytes that may be hostile: bounded, and every id checked to be in range
/// (verify() checks the rest).
[[nodiscard]] Result<Module> deserialize(std::span<const std::byte> bytes);

}  // namespace slipway::ir
