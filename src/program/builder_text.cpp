// The text of a recorded program: names for the tokens, directives, declarations.
#include <cctype>

#include <fmt/format.h>

#include "program/recorder.h"
#include "wgsl/predeclared.h"
#include "wgsl/words.h"

namespace slipway::build::detail {
namespace {

bool has_word(std::string_view text, std::string_view word) {
  const auto is_inner = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_inner(at - 1)) && !is_inner(at + word.size())) return true;
  return false;
}

}  // namespace

// Each local gets its own name, or that with a number where another local of its function, something of the
// module or WGSL itself has it.
std::vector<std::string> Recorder::name_locals() const {
  std::vector<std::string> names;
  std::set<std::pair<std::uint32_t, std::string>> taken;
  std::map<std::pair<std::uint32_t, std::string>, unsigned> next;
  for (const Local& local : locals_) {
    std::string name = local.name;
    unsigned& number = next[{local.function, local.name}];
    const auto is_free = [&] {
      return !names_.contains(name) && wgsl::predeclared(name).kind == wgsl::Predeclared::none &&
             taken.emplace(local.function, name).second;
    };
    // Values that nobody named are numbered from the first.
    if (local.name == "v" || number > 0)
      name = fmt::format("{}{}{}", local.name, local.name == "v" ? "" : "_", ++number);
    while (!is_free()) name = fmt::format("{}_{}", local.name, ++number);
    names.push_back(std::move(name));
  }
  return names;
}

std::string Recorder::resolve(std::string_view text, const std::vector<std::string>& locals,
                              std::vector<Problem>& problems) const {
  std::string resolved;
  for (std::size_t at = 0;;) {
    const std::size_t token = text.find('\x01', at);
    resolved += text.substr(at, token - at);
    if (token == std::string_view::npos) return resolved;
    const std::size_t end = text.find('\x02', token);
    const std::uint64_t number = std::stoull(std::string(text.substr(token + 2, end - token - 2)));
    at = end + 1;
    if (text[token + 1] == 'L') {
      resolved += locals.at(number);
    } else if (const auto found = structures_.find(number); found != structures_.end()) {
      resolved += found->second;
    } else {
      if (problems.empty())
        problems.push_back(
            {"builder.structure", "a class that structure() has not described is used as a type"});
      resolved += "unknown";
    }
  }
}

void Recorder::check_shadowing(std::vector<Problem>& problems) const {
  for (const auto& [name, what] : names_)
    if (used_.contains(name))
      problems.push_back(
          {"builder.name",
           fmt::format("'{}' is the name of {} and of the builtin function that the program calls", name,
                       what)});
}

std::string Recorder::directives(std::string_view text) const {
  std::string lines;
  if (has_word(text, "f16")) lines += "enable f16;\n";
  if (subgroups_) lines += "enable subgroups;\n";
  if (trap_) lines += "enable slipway_trap;\n";
  for (const std::string& rule : rules_off_) lines += fmt::format("diagnostic(off, {});\n", rule);
  return lines;
}

Result<std::string> Recorder::text() const {
  std::vector<Problem> problems = problems_;
  if (in_function())
    problems.push_back({"builder.structure", fmt::format("the program is asked for inside function '{}'",
                                                         functions_.back().name)});
  check_shadowing(problems);
  const std::vector<std::string> locals = name_locals();
  std::string body;
  for (const std::string& declaration : declarations_) body += resolve(declaration, locals, problems);
  if (problems.empty()) return directives(body) + body;
  std::vector<Diagnostic> diagnostics;
  std::vector<Problem> unknown{{}};  // messages may name types that are not described
  for (const Problem& problem : problems)
    diagnostics.push_back({.severity = Severity::error,
                           .rule = problem.rule,
                           .message = resolve(problem.message, locals, unknown),
                           .file = name_,
                           .source_line = {}});
  const std::string first = diagnostics[0].message;
  const std::string others = problems.size() > 1 ? fmt::format(" and {} more", problems.size() - 1) : "";
  return std::unexpected(
      Error(ErrorCode::invalid_program, fmt::format("'{}' is not built rightly: {}{}", name_, first, others))
          .with_diagnostics(std::move(diagnostics)));
}

}  // namespace slipway::build::detail
