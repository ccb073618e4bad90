// A kernel, all numbers varints unless said:
//
//   format, entry point, 3 x workgroup size
//   bindings      count, then each: name, group, binding, kind, fixed bytes, element stride
//   launch words  count, then each: kind, slot, offset, stride
//   tables        bytes, then so many
//   workgroup bytes, site count, flags (1 record, 2 f16, 4 subgroups, 8 in parts)
//   notes         8 numbers, flags (1 floats, 2 may contract), inexact and passes: count, then each a name
//   bytes of code, code
//
// Structures are taken apart by structured bindings, so that a field more does not compile until it is
// written.
#include "kernel/serialize.h"

#include <type_traits>

namespace slipway::kernel {
namespace {

constexpr std::uint64_t flag_record = 1;
constexpr std::uint64_t flag_f16 = 2;
constexpr std::uint64_t flag_subgroups = 4;
constexpr std::uint64_t flag_in_parts = 8;
constexpr std::uint64_t flag_floats = 1;  // of notes
constexpr std::uint64_t flag_contract = 2;

template <class Enum>
std::uint64_t number(Enum value) {
  return static_cast<std::uint64_t>(value);
}

template <class Enum>
Enum enumerator(ByteReader& in, Enum last) {
  const std::uint64_t value = in.varint();
  if (value > number(last)) in.fail();
  return static_cast<Enum>(in.ok() ? value : 0);
}

// Code reads all of its slot: what is in the kernel must fill it.
bool tables_fit(const Kernel& kernel) {
  std::uint64_t wanted = 0;
  for (const BindingSlot& slot : kernel.bindings)
    if (slot.kind == BindingKind::tables) wanted += slot.fixed_bytes;
  return kernel.tables.size() == wanted;
}

void write_limits(ByteWriter& out, const Limits& limits) {
  const auto& [size, invocations, count, bytes, storage_bytes, uniform_bytes, buffer_bytes, storage_bindings,
               uniform_bindings, storage_alignment, uniform_alignment, words, instructions] = limits;
  for (const std::uint32_t axis : size) out.varint(axis);
  for (const std::uint32_t axis : count) out.varint(axis);
  for (const std::uint64_t value :
       {std::uint64_t{invocations}, std::uint64_t{bytes}, storage_bytes, uniform_bytes, buffer_bytes,
        std::uint64_t{storage_bindings}, std::uint64_t{uniform_bindings}, std::uint64_t{storage_alignment},
        std::uint64_t{uniform_alignment}, std::uint64_t{words}, std::uint64_t{instructions}})
    out.varint(value);
}

void write_notes(ByteWriter& out, const Notes& notes) {
  const auto& [arithmetic, memory, workgroup_memory, barriers, subgroup, emitted, shared, proven, floats,
               may_contract, inexact, passes] = notes;
  for (const std::uint64_t value : {arithmetic, memory, workgroup_memory, barriers, subgroup,
                                    std::uint64_t{emitted}, std::uint64_t{shared}, std::uint64_t{proven}})
    out.varint(value);
  out.varint((floats ? flag_floats : 0) | (may_contract ? flag_contract : 0));
  for (const auto* names : {&inexact, &passes}) {
    out.varint(names->size());
    for (const std::string& name : *names) out.string(name);
  }
}

Notes read_notes(ByteReader& in) {
  Notes notes;
  for (std::uint64_t* value :
       {&notes.arithmetic, &notes.memory, &notes.workgroup_memory, &notes.barriers, &notes.subgroup})
    *value = in.varint();
  for (std::uint32_t* value : {&notes.checks_emitted, &notes.checks_shared, &notes.checks_proven})
    *value = in.varint32();
  const std::uint64_t flags = in.varint();
  if (flags > (flag_floats | flag_contract)) in.fail();
  notes.floats = (flags & flag_floats) != 0;
  notes.may_contract = (flags & flag_contract) != 0;
  for (auto* names : {&notes.inexact, &notes.passes})
    for (std::uint32_t i = in.count(); i > 0; --i) names->push_back(in.string());
  return notes;
}

}  // namespace

void write(ByteWriter& out, const Target& target) {
  const auto& [format, lower_modules, limits, features, quirks] = target;
  out.varint(number(format));
  out.varint(lower_modules ? 1 : 0);
  write_limits(out, limits);
  const auto& [f16, subgroups, subgroup_size, standard_layout, denormals, inf_nan] = features;
  for (const bool flag : {f16, subgroups, standard_layout, denormals, inf_nan}) out.varint(flag ? 1 : 0);
  out.varint(subgroup_size);
  const auto& [loop_limit, nested_conditions, variable_bytes, dear_branches, loop_exits, null_remainders] =
      quirks;
  out.varint(loop_limit);
  out.varint(nested_conditions);
  out.varint(variable_bytes);
  out.varint(dear_branches ? 1 : 0);
  out.varint(number(loop_exits));
  out.varint(null_remainders ? 1 : 0);
}

std::vector<std::byte> serialize(const Kernel& kernel) {
  const auto& [format, code, entry_point, workgroup_size, bindings, launch_words, tables, workgroup_bytes,
               site_count, has_record, in_parts, uses_f16, uses_subgroups, notes] = kernel;
  ByteWriter out;
  out.varint(number(format));
  out.string(entry_point);
  for (const std::uint32_t axis : workgroup_size) out.varint(axis);
  out.varint(bindings.size());
  for (const auto& [name, group, binding, kind, fixed_bytes, element_stride] : bindings) {
    out.string(name);
    for (const std::uint64_t value : {std::uint64_t{group}, std::uint64_t{binding}, number(kind), fixed_bytes,
                                      std::uint64_t{element_stride}})
      out.varint(value);
  }
  out.varint(launch_words.size());
  for (const auto& [kind, slot, offset, stride] : launch_words) {
    out.varint(number(kind));
    for (const std::uint32_t value : {slot, offset, stride}) out.varint(value);
  }
  out.varint(tables.size());
  out.raw(tables);
  out.varint(workgroup_bytes);
  out.varint(site_count);
  out.varint((has_record ? flag_record : 0) | (uses_f16 ? flag_f16 : 0) |
             (uses_subgroups ? flag_subgroups : 0) | (in_parts ? flag_in_parts : 0));
  write_notes(out, notes);
  out.varint(code.size());
  out.raw(code);
  return std::move(out).take();
}

std::optional<Kernel> deserialize(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  Kernel kernel;
  kernel.format = enumerator(in, Format::wgsl);
  kernel.entry_point = in.string();
  for (std::uint32_t& axis : kernel.workgroup_size) axis = in.varint32();
  constexpr std::size_t least_binding = 6;
  for (std::uint32_t i = in.count(least_binding); i > 0; --i) {
    BindingSlot& slot = kernel.bindings.emplace_back();
    slot.name = in.string();
    slot.group = in.varint32();
    slot.binding = in.varint32();
    slot.kind = enumerator(in, BindingKind::record);
    slot.fixed_bytes = in.varint();
    slot.element_stride = in.varint32();
  }
  constexpr std::size_t least_word = 4;
  for (std::uint32_t i = in.count(least_word); i > 0; --i) {
    LaunchWord& word = kernel.launch_words.emplace_back();
    word.kind = enumerator(in, LaunchWord::Kind::base_workgroup);
    word.slot = in.varint32();
    word.offset = in.varint32();
    word.stride = in.varint32();
  }
  const std::string tables = in.string();
  const auto table_bytes = std::as_bytes(std::span(tables));
  kernel.tables.assign(table_bytes.begin(), table_bytes.end());
  kernel.workgroup_bytes = in.varint32();
  kernel.site_count = in.varint32();
  const std::uint64_t flags = in.varint();
  kernel.has_record = (flags & flag_record) != 0;
  kernel.uses_f16 = (flags & flag_f16) != 0;
  kernel.uses_subgroups = (flags & flag_subgroups) != 0;
  kernel.in_parts = (flags & flag_in_parts) != 0;
  kernel.notes = read_notes(in);
  const std::uint32_t size = in.count();
  if (!in.ok() || flags > (flag_record | flag_f16 | flag_subgroups | flag_in_parts) ||
      size != in.remaining() || !tables_fit(kernel))
    return std::nullopt;
  const auto code = bytes.last(size);
  kernel.code.assign(code.begin(), code.end());
  return kernel;
}

}  // namespace slipway::kernel
