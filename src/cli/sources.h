// What `--in NAME=SRC` means.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway::cli {

/// The bytes of each argument. SRC is one of
///   @PATH              the bytes of a file, or the data of a .npy array
///   TYPE:v,v,…         values of one type, as they are
///   zeros:N            N elements
///   range:N            N elements whose scalars are 0, 1, 2, …
///   random:N[:SEED]    N elements, the same for the same seed: floats in [0, 1), integers of all bits
///   bytelen:NAME       a u32: bytes of another argument before its last element was filled
/// Zero bytes fill the last element of an array: from a file, so that a text of any length is an array<u32>,
/// and from values packed into larger scalars of a run-time-sized array. Other values must fill their
/// elements.
[[nodiscard]] Result<std::map<std::string, std::vector<std::byte>>> make_inputs(
    const Interface& interface, std::span<const std::string> inputs);

}  // namespace slipway::cli
