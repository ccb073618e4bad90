#include "files/directives.h"

#include <charconv>
#include <cstdlib>
#include <functional>
#include <unordered_map>

#include <fmt/format.h>

namespace slipway::tests {
namespace {

std::unexpected<Error> bad(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Takes the first word off `text`.
std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const auto end = text.find_first_of(" \t");
  const auto word = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : trim(text.substr(end));
  return word;
}

struct NameAndRest {
  std::string name;
  std::string_view rest;
};
Result<NameAndRest> name_equals(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return bad(fmt::format("expected NAME = …, found '{}'", text));
  return NameAndRest{std::string(trim(text.substr(0, equals))), trim(text.substr(equals + 1))};
}

Result<std::uint64_t> number(std::string_view text) {
  text = trim(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    return bad(fmt::format("expected a whole number, found '{}'", text));
  return value;
}

Result<Size3> size3(std::string_view text) {
  std::uint64_t axes[3] = {1, 1, 1};
  std::size_t count = 0;
  while (count < 3) {
    const auto comma = text.find(',');
    SLIPWAY_TRY(axes[count++], number(text.substr(0, comma)));
    if (comma == std::string_view::npos) return Size3(axes[0], axes[1], axes[2]);
    text = text.substr(comma + 1);
  }
  return bad("expected one to three sizes");
}

/// The text between the double quotes that `text` is.
Result<std::string> quoted(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.front() != '"' || text.back() != '"')
    return bad(fmt::format("expected a message part in double quotes, found '{}'", text));
  return std::string(text.substr(1, text.size() - 2));
}

Result<CheckMode> check_mode(std::string_view text) {
  if (text == "zero") return CheckMode::zero;
  if (text == "trap") return CheckMode::trap;
  if (text == "off") return CheckMode::off;
  return bad(fmt::format("expected zero, trap or off, found '{}'", text));
}

Result<Role> role(std::string_view text) {
  if (text == "in_out") return Role::in_out;
  if (text == "output") return Role::output;
  if (text == "scratch") return Role::scratch;
  return bad(fmt::format("expected in_out, output or scratch, found '{}'", text));
}

template <class T>
void put(std::vector<std::pair<std::string, T>>& list, std::string name, T value) {
  for (auto& [present, old] : list) {
    if (present == name) {
      old = std::move(value);
      return;
    }
  }
  list.emplace_back(std::move(name), std::move(value));
}

using Handler = Result<> (*)(std::string_view, Run&);

Result<> read_in(std::string_view text, Run& run) {
  SLIPWAY_TRY(auto found, name_equals(text));
  SLIPWAY_TRY(const auto list, parse_values(found.rest));
  SLIPWAY_TRY(auto bytes, to_bytes(list));
  put(run.inputs, std::move(found.name), std::move(bytes));
  return {};
}
Result<> read_out(std::string_view text, Run& run) {
  SLIPWAY_TRY(auto found, name_equals(text));
  SLIPWAY_TRY(auto list, parse_values(found.rest));
  put(run.outputs, std::move(found.name), std::move(list));
  return {};
}
Result<> read_size(std::string_view text, Run& run) {
  SLIPWAY_TRY(auto found, name_equals(text));
  SLIPWAY_TRY(run.options.sizes[found.name], number(found.rest));
  return {};
}
Result<> read_set(std::string_view text, Run& run) {
  SLIPWAY_TRY(auto found, name_equals(text));
  const std::string value(found.rest);
  char* end = nullptr;
  run.config.overrides[found.name] = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0') return bad(fmt::format("expected a number, found '{}'", value));
  return {};
}
Result<> read_role(std::string_view text, Run& run) {
  SLIPWAY_TRY(auto found, name_equals(text));
  SLIPWAY_TRY(run.config.roles[found.name], role(found.rest));
  return {};
}
Result<> read_extent(std::string_view text, Run& run) {
  SLIPWAY_TRY(run.options.extent, size3(text));
  return {};
}
Result<> read_grid(std::string_view text, Run& run) {
  SLIPWAY_TRY(run.options.grid, size3(text));
  return {};
}
Result<> read_workgroup(std::string_view text, Run& run) {
  SLIPWAY_TRY(run.config.workgroup_size, size3(text));
  return {};
}
Result<> read_check(std::string_view text, Run& run) {
  SLIPWAY_TRY(run.config.checks, check_mode(text));
  return {};
}
Result<> read_entry(std::string_view text, Run& run) {
  run.entry = text;
  return {};
}
Result<> read_iterations(std::string_view text, Run& run) {
  SLIPWAY_TRY(const auto count, number(text));
  run.options.iterations = static_cast<std::uint32_t>(count);
  return {};
}
Result<> read_fails(std::string_view text, Run& run) {
  ExpectedFailure failure{.code = std::string(take_word(text))};
  SLIPWAY_TRY(failure.part, quoted(text));
  run.failure = std::move(failure);
  return {};
}

const std::unordered_map<std::string_view, Handler>& run_directives() {
  static const std::unordered_map<std::string_view, Handler> table{{"in", read_in},
                                                                   {"out", read_out},
                                                                   {"size", read_size},
                                                                   {"set", read_set},
                                                                   {"extent", read_extent},
                                                                   {"grid", read_grid},
                                                                   {"check", read_check},
                                                                   {"entry", read_entry},
                                                                   {"fails", read_fails},
                                                                   {"role", read_role},
                                                                   {"workgroup", read_workgroup},
                                                                   {"iterations", read_iterations}};
  return table;
}

Result<ExpectedDiagnostic> read_diagnostic(std::string_view kind, std::string_view text) {
  ExpectedDiagnostic found{.severity = kind == "error" ? Severity::error : Severity::warning};
  found.place = take_word(text);
  found.rule = take_word(text);
  SLIPWAY_TRY(found.part, quoted(text));
  return found;
}

Result<> read_line(std::string_view text, std::uint32_t line, FileTest& test, Run& common) {
  const auto kind = take_word(text);
  if (kind == "device") return {};  // CMake reads it, to make one test a device
  if (kind == "accepted") {
    test.check_only = true;
  } else if (kind == "with") {
    test.files.emplace_back(text);
  } else if (kind == "error" || kind == "warning") {
    SLIPWAY_TRY(auto diagnostic, read_diagnostic(kind, text));
    test.check_only |= kind == "error";
    test.diagnostics.push_back(std::move(diagnostic));
  } else if (kind == "run") {
    test.runs.push_back(common);
    test.runs.back().line = line;
  } else if (const auto handler = run_directives().find(kind); handler != run_directives().end()) {
    return handler->second(text, test.runs.empty() ? common : test.runs.back());
  } else {
    return bad(fmt::format("unknown directive '{}'", kind));
  }
  return {};
}

}  // namespace

Result<FileTest> parse_directives(std::string_view source) {
  FileTest test;
  Run common{.line = 1};
  std::uint32_t line = 0;
  while (!source.empty()) {
    const auto end = source.find('\n');
    const auto text = trim(source.substr(0, end));
    source = end == std::string_view::npos ? std::string_view{} : source.substr(end + 1);
    ++line;
    if (!text.starts_with("//!")) continue;
    if (auto read = read_line(text.substr(3), line, test, common); !read)
      return std::unexpected(
          std::move(read).error().while_doing(fmt::format("reading the directive in line {}", line)));
  }
  test.entry = common.entry;
  if (test.runs.empty() && !test.check_only) test.runs.push_back(std::move(common));
  for (const auto& run : test.runs) {
    if (run.outputs.empty() && !run.failure)
      return bad(fmt::format("the run of line {} expects neither an output nor a failure", run.line));
  }
  if (test.runs.empty() && test.diagnostics.empty() && !test.check_only)
    return bad("the test expects nothing");
  return test;
}

}  // namespace slipway::tests
