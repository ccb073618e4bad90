#include "interp/compile.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::interp {
namespace {

using ir::AddressSpace;
using ir::TypeKind;

std::unexpected<Error> too_large(std::string_view what, std::uint64_t size, std::uint64_t limit,
                                 std::string_view unit) {
  return fail(ErrorCode::unsupported, fmt::format("{} of {} {} is larger than the interpreter's limit of {}",
                                                  what, size, unit, limit));
}

// Of a type whose parts are done.
bool is_override_sized(const ir::Type& type, const std::vector<bool>& done) {
  if (type.count_override.valid()) return true;
  if (type.kind == TypeKind::array || type.kind == TypeKind::runtime_array) return done[type.element.index];
  return std::ranges::any_of(type.members, [&](const ir::Member& m) { return done[m.type.index]; });
}

std::uint32_t count_words(const ir::TypeTable& types, ir::TypeId id, const std::vector<std::uint32_t>& done) {
  const ir::Type& type = types[id];
  std::uint64_t words = 0;
  switch (type.kind) {
    case TypeKind::pointer: return pointer_words;
    case TypeKind::array: words = std::uint64_t{type.count} * done[type.element.index]; break;
    case TypeKind::structure:
      for (const ir::Member& member : type.members) words += done[member.type.index];
      break;
    default: return ir::word_count(types, id);
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(words, UINT32_MAX));
}

std::unexpected<Error> not_specialised(std::string_view what) {
  return fail(ErrorCode::unsupported, fmt::format("{} depends on an override that has no value yet", what));
}

// Frames and variables of the deepest chain of calls, without recursion: functions are done callees first.
class Depth {
 public:
  explicit Depth(Program& program) : program_(program), deepest_(program.functions.size()) {}

  Result<> measure() {
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
      const std::uint32_t f = stack.back();
      Entry& entry = deepest_[f];
      if (entry.state == State::done) {
        stack.pop_back();
      } else if (entry.state == State::open) {
        close(f);
        stack.pop_back();
      } else {
        entry.state = State::open;
        for (const std::uint32_t callee : callees(f)) {
          if (deepest_[callee].state == State::open)
            return fail(ErrorCode::internal, "functions call each other in a cycle");
          if (deepest_[callee].state == State::fresh) stack.push_back(callee);
        }
      }
    }
    if (deepest_[0].words > largest_frame_words)
      return too_large("a stack", deepest_[0].words, largest_frame_words, "words");
    if (deepest_[0].bytes > largest_space_bytes)
      return too_large("function variables", deepest_[0].bytes, largest_space_bytes, "bytes");
    program_.stack_words = static_cast<std::uint32_t>(deepest_[0].words);
    program_.variable_bytes = static_cast<std::uint32_t>(deepest_[0].bytes);
    return {};
  }

 private:
  enum class State : std::uint8_t { fresh, open, done };
  struct Entry {
    State state = State::fresh;
    std::uint64_t words = 0;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] std::vector<std::uint32_t> callees(std::uint32_t f) const {
    std::vector<std::uint32_t> found;
    const std::size_t end =
        f + 1 < program_.functions.size() ? program_.functions[f + 1].first_step : program_.steps.size();
    for (std::size_t i = program_.functions[f].first_step; i < end; ++i)
      if (program_.steps[i].kind == StepKind::call) found.push_back(program_.steps[i].detail);
    return found;
  }

  void close(std::uint32_t f) {
    Entry& entry = deepest_[f];
    for (const std::uint32_t callee : callees(f)) {
      entry.words = std::max(entry.words, deepest_[callee].words);
      entry.bytes = std::max(entry.bytes, deepest_[callee].bytes);
    }
    entry.words += program_.functions[f].frame_words;
    entry.bytes += program_.functions[f].variable_bytes;
    entry.state = State::done;
  }

  Program& program_;
  std::vector<Entry> deepest_;
};

}  // namespace

// A type is made after the types it is made of, so one pass in order of ids is enough.
ProgramBuilder::ProgramBuilder(const ir::Module& from, const ir::LayoutTable& table)
    : module(from), layouts(table), types(from.types) {
  for (std::size_t i = 0; i < types.size(); ++i) {
    override_sized_.push_back(is_override_sized(types[ir::TypeId(i)], override_sized_));
    words_.push_back(count_words(types, ir::TypeId(i), words_));
  }
}

Result<> ProgramBuilder::check_size(ir::TypeId type) const {
  if (override_sized_[type.index])
    return not_specialised(fmt::format("the size of {}", ir::to_string(types, type)));
  const std::uint32_t words = words_of(type);
  if (words > largest_value_words)
    return too_large(fmt::format("a value of type {}", ir::to_string(types, type)), words,
                     largest_value_words, "words");
  return {};
}

Result<Slot> ProgramBuilder::constant(ir::ConstantId id) {
  if (const auto it = constant_slots_.find(id.index); it != constant_slots_.end()) return it->second;
  SLIPWAY_TRY_VOID(check_size(module.constants[id].type));
  const std::vector<std::uint32_t> words = ir::flatten(types, module.constants, id);
  const std::uint64_t total = program.constants.size() + words.size();
  if (total > largest_constants_words)
    return too_large("all constants", total, largest_constants_words, "words");
  const Slot slot = constant_slot | static_cast<Slot>(program.constants.size());
  program.constants.insert(program.constants.end(), words.begin(), words.end());
  constant_slots_.emplace(id.index, slot);
  return slot;
}

Result<Slot> ProgramBuilder::address(ir::GlobalId id) {
  if (const auto it = address_slots_.find(id.index); it != address_slots_.end()) return it->second;
  SLIPWAY_TRY(const auto pointer, place(id));
  const Slot slot = constant_slot | static_cast<Slot>(program.constants.size());
  program.constants.insert(program.constants.end(), pointer.begin(), pointer.end());
  address_slots_.emplace(id.index, slot);
  return slot;
}

Result<std::array<std::uint32_t, pointer_words>> ProgramBuilder::place(ir::GlobalId id) {
  const ir::Global& global = module[id];
  const ir::Type& pointer = types[global.type];
  if (override_sized_[pointer.element.index])
    return not_specialised(fmt::format("the size of '{}'", global.name));
  switch (pointer.space) {
    case AddressSpace::storage:
    case AddressSpace::uniform: {
      SLIPWAY_CHECK(global.binding.has_value());
      const auto object = first_buffer + static_cast<std::uint32_t>(program.buffers.size());
      program.buffers.push_back({id, *global.binding});
      return std::array{object, 0U, 0U};
    }
    case AddressSpace::workgroup: {
      const std::uint64_t offset = ir::round_up(16, program.workgroup_bytes);
      program.workgroup_bytes = offset + layouts[pointer.element].size;
      if (program.workgroup_bytes > largest_space_bytes)
        return too_large("workgroup memory", program.workgroup_bytes, largest_space_bytes, "bytes");
      return std::array{workgroup_object, static_cast<std::uint32_t>(offset), 0U};
    }
    case AddressSpace::private_: {
      SLIPWAY_TRY(const std::uint64_t offset, place_private(global, pointer.element));
      return std::array{private_object, static_cast<std::uint32_t>(offset), 0U};
    }
    case AddressSpace::function: break;
  }
  return fail(ErrorCode::internal,
              fmt::format("module variable '{}' is in the function address space", global.name));
}

Result<std::uint64_t> ProgramBuilder::place_private(const ir::Global& global, ir::TypeId store_type) {
  if (global.initializer_override.valid())
    return not_specialised(fmt::format("the initial value of '{}'", global.name));
  const std::uint64_t offset = ir::round_up(16, program.private_image.size());
  const std::uint64_t end = offset + layouts[store_type].size;
  if (end > largest_space_bytes) return too_large("private variables", end, largest_space_bytes, "bytes");
  program.private_image.resize(end, global.undefined ? undefined_byte : std::byte{0});
  if (global.initializer.valid()) {
    SLIPWAY_TRY_VOID(check_size(store_type));
    const auto words = ir::flatten(types, module.constants, global.initializer.constant());
    store(program.transfers[transfer(store_type)], words.data(), program.private_image.data() + offset);
  }
  return offset;
}

std::uint32_t ProgramBuilder::transfer(ir::TypeId type) {
  const auto [it, fresh] =
      transfers_.emplace(type.index, static_cast<std::uint32_t>(program.transfers.size()));
  if (fresh) program.transfers.push_back(make_transfer(types, layouts, type));
  return it->second;
}

std::uint32_t ProgramBuilder::function(ir::FunctionId id) {
  const auto [it, fresh] = functions_.emplace(id.index, static_cast<std::uint32_t>(program.functions.size()));
  if (fresh) program.functions.push_back({.function = id});
  return it->second;
}

Result<Program> compile(const ir::Module& module, const ir::LayoutTable& layouts, std::uint32_t entry_point) {
  if (entry_point >= module.entry_points.size())
    return fail(ErrorCode::invalid_argument, fmt::format("entry point {} does not exist: the module has {}",
                                                         entry_point, module.entry_points.size()));
  const ir::EntryPoint& entry = module.entry_points[entry_point];
  ProgramBuilder builder(module, layouts);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (entry.workgroup_size[axis].override_id.valid())
      return not_specialised(fmt::format("the workgroup size of '{}'", entry.name));
    builder.program.workgroup_size[axis] = entry.workgroup_size[axis].value;
  }
  builder.function(entry.function);
  for (std::uint32_t i = 0; i < builder.program.functions.size(); ++i)
    SLIPWAY_TRY_VOID(compile_function(builder, i));
  SLIPWAY_TRY_VOID(Depth(builder.program).measure());
  return std::move(builder.program);
}

}  // namespace slipway::interp
