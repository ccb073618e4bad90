#include <algorithm>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "ir/order.h"
#include "ir/override_checks.h"

namespace slipway::ir {
namespace {

// An instruction by its site, of which each has its own in a module that was read.
void write_value(ByteWriter& out, const Module& module, const Function& function, Value value) {
  if (value.is_inst()) {
    out.u8(0);
    out.varint(function[value.inst()].site);
  } else {
    const Constant& constant = module.constants[value.constant()];
    out.u8(1);
    out.varint(constant.type.index);
    out.varint(constant.bits);
  }
}

// What check_overrides() looks at in what is indexed.
void write_indexed(ByteWriter& out, const Module& module, TypeId indexed) {
  if (!indexed.valid()) return out.u8(0);
  const Type& type = module.types[indexed];
  out.u8(1);
  out.u8(static_cast<std::uint8_t>(type.kind));
  const bool is_counted = type.kind != TypeKind::runtime_array && !type.count_override.valid();
  out.varint(is_counted ? part_count(type) : 0);
  out.varint(type.count_override.valid() ? std::uint64_t{type.count_override.index} + 1 : 0);
}

std::vector<std::byte> encode(const Module& module, const OverrideChecks& checks,
                              const OverrideCheck& check) {
  const Function& function = module[check.function];
  ByteWriter out;
  write_value(out, module, function, check.subject);
  write_indexed(out, module, check.indexed);
  out.varint(check.known);
  out.u8(check.all_known ? 1 : 0);
  for (std::uint32_t guard = check.guard; guard != 0; guard = checks.guards[guard - 1].parent) {
    const OverrideGuard& around = checks.guards[guard - 1];
    out.u8(around.runs_where ? 2 : 1);
    write_value(out, module, function, around.condition);
  }
  out.u8(0);
  return std::move(out).take();
}

}  // namespace

std::vector<std::byte> check_key(const ValidModule& module, const OverrideChecks& checks) {
  if (checks.list.empty()) return {};
  std::vector<bool> is_written(module->functions.size());
  for (const FunctionId id : canonical_functions(*module)) is_written[id.index] = true;
  std::vector<std::vector<std::byte>> encoded;
  for (const OverrideCheck& check : checks.list)
    if (is_written[check.function.index]) encoded.push_back(encode(*module, checks, check));
  std::ranges::sort(encoded);
  ByteWriter out;
  for (const auto& bytes : encoded) {
    out.varint(bytes.size());
    out.raw(bytes);
  }
  return std::move(out).take();
}

}  // namespace slipway::ir
