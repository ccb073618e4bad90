// One function as text.
//
// Each instruction becomes an expression that stays pending until the one instruction that uses it takes it,
// or until something has to come first: then it is declared as a `let`. Pending expressions are taken only
// from the end of their list and in order, so that evaluation keeps its order.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "wgsl/writer_module.h"

namespace slipway::wgsl {

class FunctionWriter {
 public:
  FunctionWriter(ModuleWriter& module, ir::FunctionId function);

  /// The declaration. Entry points take their inputs as parameters.
  std::string function(bool entry_point);
  /// The expression that an override's initialiser returns. `late`: it may not be a constant, nor a name
  /// alone where that means another override.
  std::string initializer(bool late);

 private:
  // A value or a pointer as text.
  struct Item {
    ir::InstId inst;
    std::string text;
    Binding binding = Binding::primary;
    bool memory = false;  // the text names memory, and the value is a pointer to it
    bool load = false;    // of a load: member access on the text would be an access of memory
    bool opens = false;   // a `>` behind the text could make a template list of its last `<`
    bool closes = false;  // a `<` before the text could make a template list up to its first `>`
    std::string pointer;  // of memory known by a pointer's name: that name
  };
  // What a region's last terminator says anyway.
  enum class End : std::uint8_t { function, branch, loop_body };
  using Insts = std::span<const ir::InstId>;

  // writer_function.cpp
  void count_uses();
  std::string parameters(bool entry_point);
  void name_inst(ir::InstId id, std::string name) { locals_[id.index] = std::move(name); }
  std::string fresh(std::string_view prefix, ir::InstId id = {});
  void line(std::string_view text);
  void statement(std::string_view text);
  void region(ir::RegionId id, End end, std::size_t first = 0);
  std::size_t step(Insts insts, std::size_t at);
  void terminator(const ir::Inst& inst, End end, bool outermost);

  // writer_control.cpp
  void write_if(ir::InstId id);
  bool write_assert(ir::InstId id);
  std::optional<std::pair<std::string, ir::InstId>> else_if(ir::RegionId region);
  void write_switch(ir::InstId id);
  void write_loop(ir::InstId id, bool goes_on);
  void write_continuing(ir::RegionId region, bool goes_on);
  std::optional<std::pair<std::string, std::size_t>> while_condition(ir::RegionId body);
  [[nodiscard]] bool has_break(ir::RegionId body) const;
  [[nodiscard]] bool is_bare(ir::RegionId region, ir::Op terminator) const;
  [[nodiscard]] bool gives_values(Insts insts) const;
  template <class Make>
  std::optional<std::string> attempt(Make make);
  std::optional<std::string> expression(Insts insts, ir::Value value);
  std::optional<std::string> update(ir::RegionId continuing, ir::RegionId body);
  void short_circuit(ir::InstId branch, ir::InstId result);
  Item region_value(ir::RegionId region);

  // writer_expressions.cpp
  void instruction(ir::InstId id);
  void binary(ir::InstId id, std::string_view symbol, Binding binding);
  void access(ir::InstId id);
  std::optional<std::string> literal_index(ir::InstId id);
  bool store_component(Insts insts, std::size_t at);
  void extract(ir::InstId id);
  void variable(ir::InstId id);
  void construct(ir::InstId id);
  void call(ir::InstId id, std::string_view callee);
  static std::string comma_list(std::span<const Item> items);
  bool splat_of_operand(Insts insts, std::size_t at);
  std::size_t matrix_of_scalars(Insts insts, std::size_t at);

  // operands and the list of pending expressions
  std::vector<Item> take(std::span<const ir::Value> values);
  Item take(ir::Value value);
  Item item_of(ir::Value value);
  /// The operands of an operation that reading would fold, or refuse, if it saw them as constants.
  std::vector<Item> take_checked(ir::InstId id);
  [[nodiscard]] bool is_refused(const ir::Inst& inst, std::span<const ir::Value> values, std::size_t i) const;
  [[nodiscard]] std::vector<double> numbers(ir::ConstantId id) const;
  void push(Item item);
  void flush();
  void bind(const Item& item);
  std::string hoist(ir::ConstantId id);

  [[nodiscard]] static std::string operand(const Item& item, Binding loosest);
  [[nodiscard]] static std::string argument(const Item& item) {
    return item.memory ? pointer(item) : item.text;
  }
  [[nodiscard]] static std::string base(const Item& item) { return operand(item, Binding::primary); }
  [[nodiscard]] static std::string pointer(const Item& item);
  [[nodiscard]] const ir::Type& type_of(ir::Value value) const {
    return module_.types[module_.type_of(f_, value)];
  }
  [[nodiscard]] bool is_component(ir::InstId id) const;
  [[nodiscard]] bool is_void(const ir::Inst& inst) const { return inst.type == module_.types.void_type(); }
  [[nodiscard]] bool is_pointer(const ir::Inst& inst) const {
    return module_.types[inst.type].kind == ir::TypeKind::pointer;
  }

  ModuleWriter& writer_;
  const ir::Module& module_;
  ir::FunctionId id_;
  const ir::Function& f_;
  WrittenNames names_;
  std::vector<std::string> locals_;    // by instruction: the name it has
  std::vector<std::uint32_t> uses_;    // by instruction
  std::vector<ir::RegionId> made_in_;  // by instruction
  std::vector<ir::RegionId> used_in_;  // by instruction: the region of a use
  std::vector<Item> pending_;
  std::vector<ir::InstId> stuck_insts_;  // named for no reason but that an attempt failed
  std::string text_;
  std::size_t depth_ = 1;
  std::uint32_t last_number_ = 0;
  std::string* update_ = nullptr;  // where the one statement goes that may be made inside an expression
  bool fixed_ = false;             // inside an expression: nothing may be declared
  bool may_hoist_ = true;          // constants may be declared before the statement
  bool late_ = false;              // in the initialiser of an override
  bool stuck_ = false;             // something would have to be declared
};

}  // namespace slipway::wgsl
