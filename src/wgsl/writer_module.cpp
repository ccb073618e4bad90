// The declarations of a module but for functions' bodies.
#include "wgsl/writer_module.h"

#include <algorithm>

#include <fmt/format.h>

#include "wgsl/predeclared.h"
#include "wgsl/writer.h"
#include "wgsl/writer_function.h"

namespace slipway::wgsl {

using ir::AddressSpace;
using ir::TypeKind;

ModuleWriter::ModuleWriter(const ir::Module& module, const ir::DebugInfo& debug)
    : module_(module), debug_(debug), is_initializer_(module.functions.size(), false) {
  for (const ir::Override& o : module.overrides)
    if (o.initializer.valid()) is_initializer_[o.initializer.index] = true;
  // Declarations that the reader replaced by nothing leave functions without a name.
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].name.empty()) is_initializer_[i] = true;
  for (const ir::EntryPoint& entry : module.entry_points)
    for (const ir::Extent& extent : entry.workgroup_size) {
      const ir::OverrideId id = extent.override_id;
      const bool anonymous = id.valid() && module[id].name.empty();
      if (anonymous && (!first_late_override_.valid() || id.index < first_late_override_.index))
        first_late_override_ = id;
    }
}

void ModuleWriter::fail(std::string message) {
  if (!error_) error_ = Error(ErrorCode::unsupported, std::move(message));
}

Result<std::string> ModuleWriter::write() {
  name_declarations();
  write_directives();
  write_structures();
  write_variables();
  write_tags();
  write_functions();
  if (error_) return std::unexpected(*std::move(error_));
  std::string text;
  for (const std::string* part : {&head_, &aliases_, &variables_, &constants_, &functions_}) {
    if (!text.empty() && !part->empty()) text += "\n";
    text += *part;
  }
  return text;
}

// What hosts and reports see comes first and stays as it is.
void ModuleWriter::name_declarations() {
  const auto keep = [&](const std::string& name) {
    if (!names_.keep(name)) fail(fmt::format("no WGSL program can declare the name '{}' here", name));
    return name;
  };
  global_names_.resize(module_.globals.size());
  function_names_.resize(module_.functions.size());
  for (const ir::Override& o : module_.overrides)
    override_names_.push_back(o.name.empty() ? "" : keep(o.name));
  for (std::size_t i = 0; i < global_names_.size(); ++i)
    if (module_.globals[i].binding.has_value()) global_names_[i] = keep(module_.globals[i].name);
  for (const ir::EntryPoint& entry : module_.entry_points)
    function_names_[entry.function.index] = keep(entry.name);
  for (std::size_t i = 0; i < module_.tags.size(); ++i) {
    const ir::Tag& tag = module_.tags[i];
    const auto same = [&](const ir::Tag& t) { return t.name == tag.name && !tag.name.empty(); };
    const auto first = std::ranges::find_if(module_.tags, same);
    if (first != module_.tags.end() && first->value != tag.value)
      fail(fmt::format("two tags are named '{}'", tag.name));
    if (first == module_.tags.begin() + static_cast<std::ptrdiff_t>(i)) keep(tag.name);
  }
  name_structures();
  for (std::size_t i = 0; i < global_names_.size(); ++i)
    if (global_names_[i].empty()) global_names_[i] = names_.fresh(module_.globals[i].name, "variable");
  for (std::size_t i = 0; i < function_names_.size(); ++i)
    if (function_names_[i].empty() && !is_initializer_[i])
      function_names_[i] = names_.fresh(module_.functions[i].name, "function");
}

void ModuleWriter::name_structures() {
  for (std::size_t i = 0; i < module_.types.size(); ++i) {
    const ir::Type& t = module_.types[ir::TypeId(i)];
    if (t.kind != TypeKind::structure) continue;
    auto& members = member_names_[static_cast<std::uint32_t>(i)];
    if (is_nameless(ir::TypeId(i))) {
      for (const ir::Member& member : t.members) members.push_back(member.name);
      continue;
    }
    structure_names_[static_cast<std::uint32_t>(i)] = names_.fresh(t.name, "Structure");
    WrittenNames scope;
    for (const ir::Member& member : t.members) {
      const bool good = scope.keep(member.name);
      members.push_back(good ? member.name : scope.fresh(member.name, "member"));
    }
  }
}

void ModuleWriter::write_directives() {
  if (module_.uses_f16) head_ += "enable f16;\n";
  if (module_.uses_subgroups) head_ += "enable subgroups;\n";
  if (!module_.tags.empty()) head_ += "enable slipway_trap;\n";
  const auto weight = [](const std::optional<Severity>& s) {
    if (!s) return 0;
    return *s == Severity::info ? 1 : *s == Severity::warning ? 2 : 3;
  };
  constexpr std::string_view words[] = {"off", "info", "warning", "error"};
  std::vector<std::pair<std::string, int>> rules;
  for (const ir::RuleFilter& filter : debug_.filters) {
    auto known = std::ranges::find(rules, filter.rule, &std::pair<std::string, int>::first);
    if (known == rules.end()) known = rules.insert(known, {filter.rule, 3});
    known->second = std::min(known->second, weight(filter.severity));
  }
  for (const auto& [rule, weakest] : rules)
    if (weakest < 3) head_ += fmt::format("diagnostic({}, {});\n", words[weakest], rule);
}

void ModuleWriter::write_structures() {
  for (std::size_t i = 0; i < module_.types.size(); ++i) {
    const ir::TypeId id(i);
    const ir::Type& t = module_.types[id];
    if (t.kind != TypeKind::structure || is_nameless(id)) continue;
    std::string text = fmt::format("struct {} {{\n", structure_names_.at(id.index));
    for (std::size_t m = 0; m < t.members.size(); ++m) {
      const ir::Member& member = t.members[m];
      text += "  ";
      if (member.align_attribute != 0) text += fmt::format("@align({}) ", member.align_attribute);
      if (member.size_attribute != 0) text += fmt::format("@size({}) ", member.size_attribute);
      text += fmt::format("{}: {},\n", member_name(id, static_cast<std::uint32_t>(m)), type(member.type));
    }
    aliases_ += text + "}\n";
  }
}

// Overrides and variables, each in its order. An override without a name is made where the text needs it, so
// that place decides its number.
void ModuleWriter::write_variables() {
  std::unordered_map<std::uint32_t, ir::TypeId> arrays;         // by override
  std::unordered_map<std::uint32_t, ir::GlobalId> initialised;  // by override
  for (std::size_t i = 0; i < module_.types.size(); ++i) {
    const ir::OverrideId size = module_.types[ir::TypeId(i)].count_override;
    if (!size.valid() || !module_[size].name.empty()) continue;
    if (!arrays.emplace(size.index, ir::TypeId(i)).second) fail("an override without a name sizes two types");
  }
  for (std::size_t i = 0; i < module_.globals.size(); ++i)
    if (module_.globals[i].initializer_override.valid())
      initialised.emplace(module_.globals[i].initializer_override.index, ir::GlobalId(i));
  std::size_t next_global = 0;
  const auto write_globals = [&](std::size_t end) {
    for (; next_global < end; ++next_global) write_global(ir::GlobalId(next_global));
  };
  for (std::size_t i = 0; i < module_.overrides.size(); ++i) {
    const ir::OverrideId id(i);
    if (!module_[id].name.empty()) {
      write_override(id);
    } else if (const auto g = initialised.find(id.index); g != initialised.end()) {
      write_globals(g->second.index + std::size_t{1});
    } else if (const auto a = arrays.find(id.index); a != arrays.end()) {
      if (first_late_override_.valid() && first_late_override_.index < id.index) continue;
      std::string& alias = type_aliases_[a->second.index];
      const std::string text = array_type(a->second);
      alias = names_.fresh("array_of_late_size", "");
      variables_ += fmt::format("alias {} = {};\n", alias, text);
    }
  }
  write_globals(module_.globals.size());
}

void ModuleWriter::write_override(ir::OverrideId id) {
  const ir::Override& o = module_[id];
  if (o.id.has_value()) variables_ += fmt::format("@id({}) ", *o.id);
  variables_ += fmt::format("override {}: {}", name(id), type(o.type));
  if (o.initializer.valid()) variables_ += " = " + override_expression(id);
  variables_ += ";\n";
}

std::string ModuleWriter::override_expression(ir::OverrideId id) {
  const ir::Override& o = module_[id];
  if (!o.initializer.valid()) {
    fail("an override without a name has no initializer");
    return "0";
  }
  return FunctionWriter(*this, o.initializer).initializer(o.name.empty());
}

void ModuleWriter::write_global(ir::GlobalId id) {
  const ir::Global& g = module_[id];
  const ir::Type& pointer = module_.types[g.type];
  if (g.binding.has_value())
    variables_ += fmt::format("@group({}) @binding({}) ", g.binding->group, g.binding->binding);
  const bool writable = pointer.space == AddressSpace::storage && pointer.access != ir::Access::read;
  variables_ += fmt::format("var<{}{}> {}: {}", ir::to_string(pointer.space), writable ? ", read_write" : "",
                            name(id), type(pointer.element));
  if (g.initializer_override.valid()) {
    // A name would be that override itself, and reading makes one here.
    variables_ += " = " + override_expression(g.initializer_override);
  } else if (g.initializer.valid()) {
    variables_ += " = " + constant(g.initializer.constant());
  }
  variables_ += ";\n";
}

void ModuleWriter::write_tags() {
  std::vector<std::string_view> done;
  for (const ir::Tag& tag : module_.tags) {
    if (tag.name.empty() || std::ranges::find(done, tag.name) != done.end()) continue;
    done.push_back(tag.name);
    constants_ += fmt::format("const {} = {}u;\n", tag.name, tag.value);
  }
}

std::string ModuleWriter::tag(std::uint32_t index) {
  const ir::Tag& tag = module_.tags.at(index);
  return tag.name.empty() ? fmt::format("{}u", tag.value) : tag.name;
}

void ModuleWriter::write_functions() {
  std::vector<const ir::EntryPoint*> entries(module_.functions.size());
  for (const ir::EntryPoint& entry : module_.entry_points) {
    if (entries[entry.function.index] != nullptr)
      fail(fmt::format("entry points '{}' and '{}' are one function", entries[entry.function.index]->name,
                       entry.name));
    entries[entry.function.index] = &entry;
  }
  for (std::size_t i = 0; i < module_.functions.size(); ++i) {
    if (is_initializer_[i]) continue;
    if (!functions_.empty()) functions_ += "\n";
    if (entries[i] != nullptr) write_entry_point(*entries[i]);
    functions_ += FunctionWriter(*this, ir::FunctionId(i)).function(entries[i] != nullptr);
  }
}

void ModuleWriter::write_entry_point(const ir::EntryPoint& entry) {
  std::size_t axes = 3;
  const auto is_one = [](const ir::Extent& e) { return !e.override_id.valid() && e.value == 1; };
  while (axes > 1 && is_one(entry.workgroup_size[axes - 1])) --axes;
  std::string sizes;
  for (std::size_t axis = 0; axis < axes; ++axis)
    sizes += (axis == 0 ? "" : ", ") + extent(entry.workgroup_size[axis]);
  functions_ += fmt::format("@compute @workgroup_size({})\n", sizes);
}

std::string ModuleWriter::extent(const ir::Extent& e) {
  if (!e.override_id.valid()) return std::to_string(e.value);
  const std::string& named = name(e.override_id);
  return named.empty() ? override_expression(e.override_id) : named;
}

std::string ModuleWriter::late_bool(bool value) {
  for (std::size_t i = 0; i < module_.overrides.size(); ++i) {
    const ir::Override& o = module_.overrides[i];
    if (o.name.empty()) continue;
    return value ? fmt::format("(true || ({0} == {0}))", o.name)
                 : fmt::format("(false && ({0} == {0}))", o.name);
  }
  return {};
}

std::string ModuleWriter::builtin(std::string_view name) {
  if (names_.taken(name)) fail(fmt::format("the program hides the name '{}', which its text needs", name));
  return std::string(name);
}

Result<std::string> write(const ir::ValidModule& module, const ir::DebugInfo& debug) {
  return ModuleWriter(*module, debug).write();
}

}  // namespace slipway::wgsl
