// The recursive-descent parser behind parse(). A function that fails has reported why, and returns a null
// id, an empty optional or false; its caller passes that up to the statement, member or declaration, which
// recovers at the next one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wgsl/parser.h"
#include "wgsl/token.h"

namespace slipway::wgsl {

class Parser {
 public:
  explicit Parser(ast::Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics) {}
  /// `text` is well-formed UTF-8. Takes its tokens off the number that the whole program may have.
  void parse_file(std::uint32_t file, std::string_view text);

 private:
  // What a block may hold besides statements.
  enum class BlockKind : std::uint8_t { plain, loop_body, continuing };
  // How deep recursion goes; each entry counts one level of one kind.
  class Depth {
   public:
    explicit Depth(std::uint32_t& depth) : depth_(depth) { ++depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }

   private:
    std::uint32_t& depth_;
  };

  // Tokens.
  [[nodiscard]] const Token& token() const { return list_.tokens[at_]; }
  [[nodiscard]] TokenKind kind() const { return token().kind; }
  [[nodiscard]] TokenKind next_kind() const;
  [[nodiscard]] std::string_view text(const Token& t) const { return text_.substr(t.begin, t.end - t.begin); }
  [[nodiscard]] Span span(const Token& t) const { return {file_, t.begin, t.end}; }
  [[nodiscard]] Span span() const { return span(token()); }
  /// From the token `first` to the last one consumed.
  [[nodiscard]] Span span_from(std::size_t first) const;
  void advance();
  bool accept(TokenKind kind);

  // Errors. One token gets one error, so that a failure is not reported again by each enclosing construct.
  // Where reading `goes_on`, nothing is left out of the tree.
  void error(Span place, std::string_view rule, std::string message, bool goes_on = false);
  /// "expected <what>, found <the token>", or why the token is none.
  void unexpected(std::string_view what, bool goes_on = false);
  bool expect(TokenKind kind, std::string_view what);
  /// Goes on without the semicolon where the next token starts a line or ends the block.
  bool expect_semicolon(std::string_view after);
  /// Goes on without the brace where it alone is missing.
  bool open_brace(std::string_view what);
  [[nodiscard]] bool closes_one_more() const;
  void missing(std::string_view what, bool goes_on);
  [[nodiscard]] bool deep(std::uint32_t depth, std::string_view what);

  // Recovery.
  [[nodiscard]] bool at_declaration_only() const;
  [[nodiscard]] bool at_statement_keyword() const;
  void skip_braces();
  void recover_statement(std::size_t start);
  void recover_case();
  void recover_declaration();
  void recover_member();

  // Names and attributes.
  std::optional<ast::Name> name(std::string_view what);
  bool attributes(std::vector<ast::Attribute>& into);
  bool attribute(ast::Attribute& attribute);
  bool diagnostic_control(std::string& severity, std::string& rule);
  bool refuse_attributes(const std::vector<ast::Attribute>& attributes, std::string_view on);

  // Declarations.
  void directive();
  bool directive_names(ast::Directive& directive);
  bool declaration();
  bool function(std::vector<ast::Attribute> attributes, std::size_t start);
  bool function_header(ast::Function& function);
  bool parameters(ast::Function& function);
  bool structure();
  bool members(ast::Struct& structure);
  bool member(ast::Struct& structure);
  bool alias();
  bool global_const_assert();
  std::optional<ast::Variable> variable(ast::DeclarationKind kind, std::vector<ast::Attribute> attributes);

  // Statements.
  bool statement(std::vector<ast::StatementId>& into);
  ast::StatementId keyword_statement(std::vector<ast::Attribute> attributes);
  ast::StatementId plain_statement();
  ast::StatementId block(std::string_view where, BlockKind kind = BlockKind::plain,
                         ast::Statement* loop = nullptr);
  bool block_body(ast::Statement& block, BlockKind kind, ast::Statement* loop);
  bool continuing(ast::Statement& loop);
  bool break_if(ast::Statement& loop);
  ast::StatementId if_statement(std::vector<ast::Attribute> attributes);
  ast::StatementId if_clause(std::size_t start);
  ast::StatementId switch_statement(std::vector<ast::Attribute> attributes);
  bool case_clause(ast::Statement& into);
  bool case_selectors(ast::CaseClause& clause);
  ast::StatementId loop_statement(std::vector<ast::Attribute> attributes);
  ast::StatementId for_statement(std::vector<ast::Attribute> attributes);
  bool for_header(ast::Statement& into);
  ast::StatementId while_statement(std::vector<ast::Attribute> attributes);
  ast::StatementId jump_statement();
  ast::StatementId local_declaration();
  ast::StatementId updating_or_call();
  bool updating(ast::Statement& into);
  ast::StatementId add(ast::Statement statement);

  // Expressions.
  ast::ExpressionId expression();
  ast::ExpressionId bitwise(ast::ExpressionId left);
  ast::ExpressionId relational(ast::ExpressionId left);
  ast::ExpressionId arithmetic(ast::ExpressionId left);
  ast::ExpressionId term(ast::ExpressionId left);
  ast::ExpressionId binary(ast::ExpressionId left, ast::ExpressionId right, std::size_t op);
  ast::ExpressionId unary();
  ast::ExpressionId postfix(ast::ExpressionId left);
  ast::ExpressionId primary();
  ast::ExpressionId parenthesised();
  ast::ExpressionId literal();
  ast::ExpressionId name_or_call();
  ast::ExpressionId type();
  ast::ExpressionId templated_name(std::string_view what);
  ast::ExpressionId target();
  ast::ExpressionId target_root();
  bool arguments(std::vector<ast::ExpressionId>& into, TokenKind close, std::string_view after);
  bool template_arguments(std::vector<ast::ExpressionId>& into);
  ast::ExpressionId add(ast::Expression expression);

  ast::Module& module_;
  Diagnostics& diagnostics_;
  std::uint32_t file_ = 0;
  std::string_view text_;
  TokenList list_;
  std::size_t tokens_before_ = 0;  // in the files before
  std::size_t at_ = 0;
  std::uint32_t last_error_ = UINT32_MAX;  // where in this file
  std::size_t last_operator_ = 0;          // the token that binary() took last
  std::size_t braces_owed_ = 0;            // blocks of functions that were left without their brace
  std::uint32_t block_depth_ = 0;
  std::uint32_t region_depth_ = 0;
  std::uint32_t expression_depth_ = 0;
  std::vector<bool> refused_names_;  // by symbol: reserved words already reported
};

}  // namespace slipway::wgsl
