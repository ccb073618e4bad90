// Names declared inside functions: scopes in a stack, looked up by symbol in constant time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wgsl/ast.h"
#include "wgsl/expression.h"

namespace slipway::wgsl {

/// What a local name stands for.
struct Local {
  enum Kind : std::uint8_t { var, let, const_, parameter };
  Kind kind = var;
  Expr expr;  ///< as each use of the name sees it
  ast::Symbol symbol;
  Span span;
};

class LocalScopes {
 public:
  explicit LocalScopes(std::size_t symbols) : innermost_(symbols, 0) {}

  void push() { starts_.push_back(locals_.size()); }
  /// Forgets the innermost scope's names.
  void pop() {
    for (; locals_.size() > starts_.back(); locals_.pop_back(), previous_.pop_back())
      innermost_[locals_.back().symbol.index] = previous_.back();
    starts_.pop_back();
  }
  /// The local in scope with this name, or null.
  [[nodiscard]] const Local* find(ast::Symbol symbol) const {
    const std::uint32_t at = innermost_[symbol.index];
    return at == 0 ? nullptr : &locals_[at - 1];
  }
  /// Whether the innermost scope itself declares the name.
  [[nodiscard]] bool in_innermost(ast::Symbol symbol) const {
    return innermost_[symbol.index] > starts_.back();
  }
  /// Position of the local in the stack; later declarations have larger ones.
  [[nodiscard]] std::size_t position(const Local& local) const {
    return static_cast<std::size_t>(&local - locals_.data());
  }
  [[nodiscard]] std::size_t size() const { return locals_.size(); }
  /// Scopes open.
  [[nodiscard]] std::size_t depth() const { return starts_.size(); }
  /// Position behind the locals in scope that the outermost `depth` scopes declare.
  [[nodiscard]] std::size_t end_of(std::size_t depth) const {
    return depth < starts_.size() ? starts_[depth] : locals_.size();
  }
  void declare(Local local) {
    std::uint32_t& at = innermost_[local.symbol.index];
    previous_.push_back(at);
    locals_.push_back(std::move(local));
    at = static_cast<std::uint32_t>(locals_.size());
  }

 private:
  std::vector<std::uint32_t> innermost_;  // by symbol: position in locals_ plus 1, or 0
  std::vector<Local> locals_;
  std::vector<std::uint32_t> previous_;  // per local: what it shadows, as in innermost_
  std::vector<std::size_t> starts_;      // per scope: position of its first local
};

}  // namespace slipway::wgsl
