// A generated program as a tree that a reducer can cut: text with holes, and what fills them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace slipway::hunt {

enum class Kind : std::uint8_t { boolean, i32, u32, f32, vector, matrix, array, structure };

/// Index into Types.
using TypeId = std::uint32_t;

struct Type {
  Kind kind = Kind::u32;
  TypeId element = 0;  ///< of a vector, an array; the column of a matrix
  std::uint32_t count = 1;
  std::vector<TypeId> members;  ///< m0, m1, …
  std::string name;             ///< as WGSL writes it
};

/// `$k` in `form` stands for kid k.
struct Expr {
  TypeId type = 0;
  std::string form;
  std::vector<Expr> kids;
  bool constant = false;  ///< a const- or override-expression of WGSL
  double most = 0;        ///< floats: no component is larger in magnitude
};

struct Stmt;
using Block = std::vector<Stmt>;

/// `$k` stands for expression k, `#k` for block k, each on lines of its own.
struct Stmt {
  std::string form;
  std::vector<Expr> exprs;
  std::vector<Block> blocks;
};

struct Function {
  std::string header;  ///< up to the opening brace
  Block body;
};

struct Program {
  std::vector<Type> types;
  std::vector<std::string> declarations;
  std::vector<Function> functions;  ///< the entry point last
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  std::uint32_t groups = 1;
};

[[nodiscard]] std::string to_wgsl(const Expr& expr);
[[nodiscard]] std::string to_wgsl(const Program& program);
/// Nodes that a reducer could cut.
[[nodiscard]] std::size_t size_of(const Program& program);

}  // namespace slipway::hunt
