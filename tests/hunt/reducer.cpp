#include "hunt/reducer.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace slipway::hunt {
namespace {

// What holds a program together: barriers, and each invocation's own number. Without them a difference would
// be a data race.
bool is_needed(const Stmt& stmt) {
  const std::string_view form = stmt.form;
  return form.find("arrier") != std::string_view::npos || form.starts_with("lane = ") ||
         form.find("workgroupUniformLoad") != std::string_view::npos;
}

bool holds_needed(const Stmt& stmt) {
  if (is_needed(stmt)) return true;
  return std::ranges::any_of(stmt.blocks,
                             [](const Block& b) { return std::ranges::any_of(b, holds_needed); });
}

class Reducer {
 public:
  Reducer(Program program, const std::function<bool(const Program&)>& fails,
          std::chrono::steady_clock::time_point deadline)
      : program_(std::move(program)), fails_(fails), deadline_(deadline) {}

  Program run() {
    std::size_t size = 0;
    do {
      size = size_of(program_);
      for (auto& function : program_.functions) cut_block(function.body);
      cut_list(program_.functions,
               [](const Function& f) { return f.header.find("@compute") == std::string::npos; });
      cut_list(program_.declarations, [](const std::string&) { return true; });
      for (auto& function : program_.functions) simplify_block(function.body);
    } while (size_of(program_) < size && !late());
    return std::move(program_);
  }

 private:
  bool late() const { return std::chrono::steady_clock::now() >= deadline_; }

  /// Keeps `change` of `place` if the program still fails.
  template <class T>
  bool attempt(T& place, T changed) {
    if (late()) return false;
    std::swap(place, changed);
    if (fails_(program_)) return true;
    std::swap(place, changed);
    return false;
  }

  // Takes out runs of items, long ones first.
  template <class List, class May>
  void cut_list(List& list, May may) {
    for (std::size_t length = std::max<std::size_t>(list.size(), 1); length > 0; length /= 2) {
      for (std::size_t at = 0; at + length <= list.size();) {
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = first + static_cast<std::ptrdiff_t>(length);
        List shorter(list.begin(), first);
        shorter.insert(shorter.end(), last, list.end());
        if (!std::all_of(first, last, may) || !attempt(list, std::move(shorter))) ++at;
      }
    }
  }

  void cut_block(Block& block) {
    cut_list(block, [](const Stmt& stmt) { return !holds_needed(stmt); });
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (std::size_t b = 0; b < block[i].blocks.size(); ++b) {
        Block hoisted(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(i));
        const Block inner = block[i].blocks[b];
        hoisted.insert(hoisted.end(), inner.begin(), inner.end());
        hoisted.insert(hoisted.end(), block.begin() + static_cast<std::ptrdiff_t>(i) + 1, block.end());
        if (!attempt(block, std::move(hoisted))) continue;
        if (i >= block.size()) return;
        b = static_cast<std::size_t>(-1);
      }
      for (Block& inner : block[i].blocks) cut_block(inner);
    }
  }

  void simplify_block(Block& block) {
    for (Stmt& stmt : block) {
      for (Expr& expr : stmt.exprs) simplify(expr);
      for (Block& inner : stmt.blocks) simplify_block(inner);
    }
  }

  void simplify(Expr& expr) {
    const std::string& type = program_.types[expr.type].name;
    if (expr.kids.empty() && expr.constant) return;
    if (!type.empty() && expr.form.find('&') != 0) {
      Expr zero{.type = expr.type, .form = type + "()", .kids = {}, .constant = true, .most = 0};
      if (expr.form != zero.form && attempt(expr, std::move(zero))) return;
    }
    for (std::size_t i = 0; i < expr.kids.size(); ++i) {
      // A float must stay exact.
      if (expr.kids[i].type != expr.type || expr.kids[i].most > expr.most) continue;
      Expr kid = expr.kids[i];
      if (attempt(expr, std::move(kid))) return simplify(expr);
    }
    for (Expr& kid : expr.kids) simplify(kid);
  }

  Program program_;
  const std::function<bool(const Program&)>& fails_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace

Program reduce(Program program, const std::function<bool(const Program&)>& fails,
               std::chrono::steady_clock::time_point deadline) {
  return Reducer(std::move(program), fails, deadline).run();
}

}  // namespace slipway::hunt
