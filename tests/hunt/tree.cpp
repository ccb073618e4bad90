#include "hunt/tree.h"

#include <string_view>

namespace slipway::hunt {
namespace {

// Nesting is bounded by the generator's depth, so these may recurse.
void print(const Expr& expr, std::string& out) {
  const std::string_view form = expr.form;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '$') {
      out += form[i];
      continue;
    }
    ++i;
    print(expr.kids.at(static_cast<std::size_t>(form[i] - '0')), out);
  }
}

void print(const Block& block, unsigned indent, std::string& out);

void print(const Stmt& stmt, unsigned indent, std::string& out) {
  const std::string margin(std::size_t{2} * indent, ' ');
  out += margin;
  const std::string_view form = stmt.form;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = form[i];
    if (c == '\n') {
      out += '\n' + margin;
    } else if (c == '$') {
      print(stmt.exprs.at(static_cast<std::size_t>(form[++i] - '0')), out);
    } else if (c == '#') {
      out += '\n';
      print(stmt.blocks.at(static_cast<std::size_t>(form[++i] - '0')), indent + 1, out);
      out += margin;
    } else {
      out += c;
    }
  }
  out += '\n';
}

void print(const Block& block, unsigned indent, std::string& out) {
  for (const Stmt& stmt : block) print(stmt, indent, out);
}

std::size_t size_of(const Expr& expr) {
  std::size_t size = 1;
  for (const Expr& kid : expr.kids) size += size_of(kid);
  return size;
}

std::size_t size_of(const Block& block) {
  std::size_t size = 0;
  for (const Stmt& stmt : block) {
    ++size;
    for (const Expr& expr : stmt.exprs) size += size_of(expr);
    for (const Block& inner : stmt.blocks) size += size_of(inner);
  }
  return size;
}

}  // namespace

std::string to_wgsl(const Expr& expr) {
  std::string out;
  print(expr, out);
  return out;
}

std::string to_wgsl(const Program& program) {
  std::string out;
  for (const auto& declaration : program.declarations) out += declaration + "\n";
  for (const Function& function : program.functions) {
    out += "\n" + function.header + " {\n";
    print(function.body, 1, out);
    out += "}\n";
  }
  return out;
}

std::size_t size_of(const Program& program) {
  std::size_t size = program.declarations.size();
  for (const Function& function : program.functions) size += 1 + size_of(function.body);
  return size;
}

}  // namespace slipway::hunt
