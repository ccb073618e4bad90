#include "wgsl/predeclared.h"

#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "wgsl/overloads.h"

namespace slipway::wgsl {
namespace {

using ir::Op;
using ir::Scalar;
using Names = std::unordered_map<std::string, PredeclaredName>;

constexpr struct {
  std::string_view name;
  Predeclared kind;
  Op op;
} plain_names[] = {
    {"array", Predeclared::array, Op::unreachable},
    {"atomic", Predeclared::atomic, Op::unreachable},
    {"ptr", Predeclared::pointer, Op::unreachable},
    {"bitcast", Predeclared::bitcast, Op::bitcast},
    {"arrayLength", Predeclared::array_length, Op::array_length},
    {"workgroupBarrier", Predeclared::barrier, Op::workgroup_barrier},
    {"storageBarrier", Predeclared::barrier, Op::storage_barrier},
    {"textureBarrier", Predeclared::barrier, Op::texture_barrier},
    {"workgroupUniformLoad", Predeclared::uniform_load, Op::workgroup_uniform_load},
    {"atomicLoad", Predeclared::atomic_function, Op::atomic_load},
    {"atomicStore", Predeclared::atomic_function, Op::atomic_store},
    {"atomicAdd", Predeclared::atomic_function, Op::atomic_add},
    {"atomicSub", Predeclared::atomic_function, Op::atomic_sub},
    {"atomicMax", Predeclared::atomic_function, Op::atomic_max},
    {"atomicMin", Predeclared::atomic_function, Op::atomic_min},
    {"atomicAnd", Predeclared::atomic_function, Op::atomic_and},
    {"atomicOr", Predeclared::atomic_function, Op::atomic_or},
    {"atomicXor", Predeclared::atomic_function, Op::atomic_xor},
    {"atomicExchange", Predeclared::atomic_function, Op::atomic_exchange},
    {"atomicCompareExchangeWeak", Predeclared::atomic_function, Op::atomic_compare_exchange_weak},
    {"trap", Predeclared::trap, Op::trap},
    {"assert", Predeclared::assert_, Op::trap},
};

constexpr std::string_view unsupported_types[] = {
    "sampler",
    "sampler_comparison",
    "texture_1d",
    "texture_2d",
    "texture_2d_array",
    "texture_3d",
    "texture_cube",
    "texture_cube_array",
    "texture_multisampled_2d",
    "texture_depth_multisampled_2d",
    "texture_external",
    "texture_storage_1d",
    "texture_storage_2d",
    "texture_storage_2d_array",
    "texture_storage_3d",
    "texture_depth_2d",
    "texture_depth_2d_array",
    "texture_depth_cube",
    "texture_depth_cube_array",
};

constexpr std::string_view unsupported_functions[] = {
    "dpdx",
    "dpdxCoarse",
    "dpdxFine",
    "dpdy",
    "dpdyCoarse",
    "dpdyFine",
    "fwidth",
    "fwidthCoarse",
    "fwidthFine",
    "textureDimensions",
    "textureGather",
    "textureGatherCompare",
    "textureLoad",
    "textureNumLayers",
    "textureNumLevels",
    "textureNumSamples",
    "textureSample",
    "textureSampleBias",
    "textureSampleCompare",
    "textureSampleCompareLevel",
    "textureSampleGrad",
    "textureSampleLevel",
    "textureSampleBaseClampToEdge",
    "textureStore",
};

constexpr struct {
  Scalar scalar;
  char letter;
} letters[] = {{Scalar::i32, 'i'}, {Scalar::u32, 'u'}, {Scalar::f32, 'f'}, {Scalar::f16, 'h'}};

void add_vectors(Names& names) {
  for (std::uint8_t rows = 2; rows <= 4; ++rows) {
    names[fmt::format("vec{}", rows)] = {.kind = Predeclared::vector, .rows = rows};
    for (const auto& [scalar, letter] : letters)
      names[fmt::format("vec{}{}", rows, letter)] = {
          .kind = Predeclared::vector_alias, .scalar = scalar, .rows = rows};
  }
}

void add_matrices(Names& names) {
  for (std::uint8_t columns = 2; columns <= 4; ++columns)
    for (std::uint8_t rows = 2; rows <= 4; ++rows) {
      names[fmt::format("mat{}x{}", columns, rows)] = {
          .kind = Predeclared::matrix, .columns = columns, .rows = rows};
      for (const auto& [scalar, letter] : letters)
        if (ir::is_float(scalar))
          names[fmt::format("mat{}x{}{}", columns, rows, letter)] = {
              .kind = Predeclared::matrix_alias, .scalar = scalar, .columns = columns, .rows = rows};
    }
}

Names make_names() {
  Names names;
  for (const Scalar scalar : {Scalar::boolean, Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16})
    names[std::string(ir::to_string(scalar))] = {.kind = Predeclared::scalar, .scalar = scalar};
  add_vectors(names);
  add_matrices(names);
  for (const auto& [name, kind, op] : plain_names) names[std::string(name)] = {.kind = kind, .op = op};
  for (const std::string_view name : unsupported_types)
    names[std::string(name)] = {.kind = Predeclared::unsupported_type};
  for (const std::string_view name : unsupported_functions)
    names[std::string(name)] = {.kind = Predeclared::unsupported_function};
  return names;
}

}  // namespace

std::string_view function_name(Op wanted) {
  static const auto by_op = [] {
    std::unordered_map<Op, std::string_view> map;
#define BUILTIN(name, op, kinds, shapes, parameters, result) map.emplace(Op::op, name);
#include "wgsl/builtins.def"
    for (const auto& [name, kind, op] : plain_names)
      if (kind > Predeclared::bitcast && kind < Predeclared::assert_) map.emplace(op, name);
    return map;
  }();
  const auto found = by_op.find(wanted);
  return found == by_op.end() ? std::string_view() : found->second;
}

PredeclaredName predeclared(std::string_view name) {
  static const Names names = make_names();
  const auto found = names.find(std::string(name));
  if (found != names.end()) return found->second;
  const auto overloads = overloads_of(name);
  if (overloads.empty()) return {};
  return {.kind = Predeclared::function, .op = overloads.front().op};
}

}  // namespace slipway::wgsl
