// The resolver's course through a module.
#include "wgsl/resolver.h"

#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

ModuleResolver::ModuleResolver(const ast::Module& tree, Diagnostics& diagnostics, ir::DebugInfo& debug,
                               ir::OverrideChecks& checks)
    : tree_(tree),
      diagnostics_(diagnostics),
      debug_(debug),
      checks_(checks),
      types_(module_.types),
      constants_(module_, types_, diagnostics),
      locals_(tree.symbols.size()),
      global_of_symbol_(tree.symbols.size(), 0),
      predeclared_(tree.symbols.size()),
      functions_(tree.functions.size()) {
  debug_.site_spans.assign(1, Span{});
}

std::optional<ir::Module> ModuleResolver::run() {
  check_directives();
  declare_globals();
  for (const std::uint32_t global : dependency_order()) resolve_global(global);
  for (std::uint32_t i = 0; i < functions_.size(); ++i) declare_function(i);
  for (std::uint32_t i = 0; i < functions_.size() && !diagnostics_.full(); ++i) resolve_body(i);
  if (!diagnostics_.full()) {
    check_memory_layouts();
    check_call_graph();
  }
  if (diagnostics_.errors() != 0) return std::nullopt;
  module_.site_count = static_cast<ir::SiteId>(debug_.site_spans.size());
  module_.uses_f16 = f16_;
  module_.uses_subgroups = subgroups_;
  debug_.site_names.resize(debug_.site_spans.size());
  return std::move(module_);
}

namespace {

// Those that concern what slipway supports. `requires` only says that a program uses them.
constexpr std::string_view language_features[] = {
    "linear_indexing",
    "packed_4x8_integer_dot_product",
    "pointer_composite_access",
    "readonly_and_readwrite_storage_textures",  // brings textureBarrier
    "subgroup_id",
    "subgroup_uniformity",
    "uniform_buffer_standard_layout",
    "unrestricted_pointer_parameters",
};

}  // namespace

void ModuleResolver::check_directives() {
  Severities severities;
  for (const ast::Directive& directive : tree_.directives) {
    if (directive.kind == ast::DirectiveKind::diagnostic) {
      add_diagnostic_filter(directive.severity, directive.rule, directive.span, {}, severities);
      continue;
    }
    for (const ast::Name& feature : directive.names) {
      const std::string_view word = text(feature.symbol);
      if (directive.kind == ast::DirectiveKind::enable) {
        if (word == "f16") {
          f16_ = true;
        } else if (word == "subgroups") {
          subgroups_ = true;
        } else if (word == "slipway_trap") {
          trap_ = true;
        } else {
          error(feature.span, rule::not_supported, "the extension '{}' is not supported", word);
        }
        continue;
      }
      if (std::ranges::find(language_features, word) == std::end(language_features))
        error(feature.span, rule::not_supported, "the language feature '{}' is not supported", word);
    }
  }
}

void ModuleResolver::declare_globals() {
  globals_.reserve(tree_.globals.size());
  for (const ast::Global& g : tree_.globals) {
    GlobalName global{.kind = g.kind, .index = g.index};
    if (g.kind == ast::GlobalKind::const_assert) {
      global.span = tree_.const_asserts[g.index].span;
      globals_.push_back(global);
      continue;
    }
    const ast::Name* declared = nullptr;
    switch (g.kind) {
      case ast::GlobalKind::variable:
        declared = &tree_.variables[g.index].name;
        global.declaration = tree_.variables[g.index].kind;
        break;
      case ast::GlobalKind::function: declared = &tree_.functions[g.index].name; break;
      case ast::GlobalKind::structure: declared = &tree_.structs[g.index].name; break;
      default: declared = &tree_.aliases[g.index].name; break;
    }
    global.span = declared->span;
    globals_.push_back(global);
    std::uint32_t& at = global_of_symbol_[declared->symbol.index];
    if (at != 0) {
      already_declared(*declared, globals_[at - 1].span);
      continue;
    }
    at = static_cast<std::uint32_t>(globals_.size());
  }
}

void ModuleResolver::already_declared(const ast::Name& name, Span first) {
  const SourceMap& sources = diagnostics_.sources();
  const std::string file =
      first.file == name.span.file ? "" : fmt::format(" of '{}'", sources.files()[first.file].name);
  error(name.span, rule::redeclaration, "'{}' is already declared in line {}{}", text(name.symbol),
        sources.position(first.file, first.begin).line, file);
}

// Each use of a name that is missing would say the same.
void ModuleResolver::unresolved(const ast::Name& name, std::string_view nothing) {
  if (missing_names_.insert(name.symbol.index).second)
    error(name.span, rule::unresolved, "{} named '{}' is declared", nothing, text(name.symbol));
}

ModuleResolver::GlobalName* ModuleResolver::find_global(ast::Symbol symbol) {
  const std::uint32_t at = global_of_symbol_[symbol.index];
  return at == 0 ? nullptr : &globals_[at - 1];
}

PredeclaredName ModuleResolver::predeclared_name(ast::Symbol symbol) {
  auto& known = predeclared_[symbol.index];
  if (!known) known = predeclared(text(symbol));
  return *known;
}

void ModuleResolver::resolve_global(std::uint32_t index) {
  GlobalName& global = globals_[index];
  if (diagnostics_.full()) return;
  missing_names_.clear();
  switch (global.kind) {
    case ast::GlobalKind::structure: return resolve_structure(global);
    case ast::GlobalKind::alias: return resolve_alias(global);
    case ast::GlobalKind::variable: return resolve_variable(global);
    case ast::GlobalKind::const_assert:
      return check_const_assert(tree_.const_asserts[global.index].condition, global.span);
    case ast::GlobalKind::function: return;
  }
}

std::optional<ir::Module> resolve(const ast::Module& tree, Diagnostics& diagnostics, ir::DebugInfo& debug,
                                  ir::OverrideChecks& checks) {
  return ModuleResolver(tree, diagnostics, debug, checks).run();
}

}  // namespace slipway::wgsl
