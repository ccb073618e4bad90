// Constants of the byte form that serialize.cpp documents, shared by its writer and its reader.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "ir/module.h"

namespace slipway::ir::format {

inline constexpr std::string_view magic = "slipwayM";
inline constexpr std::uint32_t builtin_types = 6;  ///< void and the scalars have these numbers in every table
inline constexpr std::uint64_t flag_f16 = 1;
inline constexpr std::uint64_t flag_subgroups = 2;
inline constexpr std::uint64_t operand_inst = 0;
inline constexpr std::uint64_t operand_constant = 1;
inline constexpr std::uint64_t operand_global = 2;

inline constexpr std::string_view op_names[] = {
#define OP(name, count, traits) #name "/" #count,
#include "ir/ops.def"
};
inline constexpr std::uint32_t op_count = std::size(op_names);

/// Of the names and operand counts of all operations, in order (FNV-1a).
constexpr std::uint64_t fingerprint() {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::string_view name : op_names)
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

}  // namespace slipway::ir::format
