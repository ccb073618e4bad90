// Writes one function: its regions as structured control flow, its instructions one to a few words each.
#pragma once

#include <optional>
#include <vector>

#include <slipway/result.h>

#include "ir/module.h"
#include "kernel/kernel.h"
#include "spirv/declarations.h"

namespace slipway::spirv {

/// What the functions of a module share.
struct Context {
  const ir::Module& module;
  const kernel::Kernel& kernel;
  kernel::FloatMode floats;
  Assembly& assembly;
  Declarations& declarations;
  std::vector<Word> function_ids;  ///< by FunctionId
};

class FunctionWriter {
 public:
  FunctionWriter(Context& context, ir::FunctionId function);
  Result<> write();

 private:
  // The control instruction that a region belongs to, while its regions are written.
  struct Construct {
    ir::InstId inst;
    ir::Op op = ir::Op::if_;
    std::uint32_t region = 0;  // being written
    Word merge = 0;
    Word header = 0;           // loop
    Word continuing = 0;       // loop
    std::vector<Word> labels;  // if, switch: of each region; the merge block for a region that only yields
    struct Exit {
      Word block;
      ir::InstId yield;  // null for a break
    };
    std::vector<Exit> exits;
  };
  struct Frame {
    ir::RegionId region;
    std::size_t next = 0;
  };

  // function.cpp
  void declare(std::span<const Word> parameters);
  Result<> write_body();
  Result<> instruction(ir::InstId id);
  void open(ir::InstId id);
  void open_if(Construct& construct);
  void open_switch(Construct& construct);
  void open_loop(Construct& construct);
  bool enter_next_region();
  void close();
  void write_results(const Construct& construct);
  void terminator(const ir::Inst& inst, ir::InstId id);
  [[nodiscard]] bool reaches_end(ir::RegionId region) const;
  [[nodiscard]] bool only_yields(ir::RegionId region) const;
  void label(Word id);
  void branch(Word target);
  void return_from(const ir::Inst& inst);
  Word call(const ir::Inst& inst);

  // operations.cpp
  Word convert(const ir::Inst& inst);
  Word bitcast(const ir::Inst& inst);
  Word construct(const ir::Inst& inst);
  Word shuffle(const ir::Inst& inst);
  Word matrix_product(const ir::Inst& inst);
  Word select(const ir::Inst& inst);
  [[nodiscard]] std::optional<Word> pure(const ir::Inst& inst);
  [[nodiscard]] std::optional<Word> composite(const ir::Inst& inst);
  [[nodiscard]] std::optional<Word> arithmetic(const ir::Inst& inst);
  [[nodiscard]] std::optional<Word> extended(const ir::Inst& inst);

  // memory.cpp
  Word address(ir::Value pointer);
  Word load(const ir::Inst& inst);
  void store(const ir::Inst& inst);
  [[nodiscard]] std::optional<Word> memory(const ir::Inst& inst, ir::InstId id);
  Word atomic(const ir::Inst& inst);
  Word compare_exchange(const ir::Inst& inst);
  void barrier(spv::MemorySemanticsMask memory);
  Word launch_word(const ir::Inst& inst);

  // subgroups.cpp
  Word subgroup(const ir::Inst& inst);

  [[nodiscard]] Word id_of(ir::Value value);
  [[nodiscard]] Word operand(const ir::Inst& inst, std::size_t i) {
    return id_of(function_.operands_of(inst)[i]);
  }
  /// `before`, then the operands; until the next call.
  std::span<const Word> operands(const ir::Inst& inst, std::initializer_list<Word> before = {});
  [[nodiscard]] ir::TypeId operand_type(const ir::Inst& inst, std::size_t i) const {
    return context_.module.type_of(function_, function_.operands_of(inst)[i]);
  }
  [[nodiscard]] const ir::Type& type(ir::TypeId id) const { return context_.module.types[id]; }
  /// Emits `op result_type result operands…` and gives the result's id.
  Word emit(spv::Op op, Word result_type, std::span<const Word> operands);
  Word emit(spv::Op op, Word result_type, std::initializer_list<Word> operands) {
    return emit(op, result_type, std::span(operands.begin(), operands.size()));
  }
  void emit_void(spv::Op op, std::initializer_list<Word> operands) { append(body_, op, operands); }
  [[nodiscard]] Word type_id(ir::TypeId type) { return context_.declarations.type(type); }
  [[nodiscard]] Word u32(Word value) { return context_.declarations.u32(value); }

  Context& context_;
  const ir::Function& function_;
  ir::FunctionId function_id_;
  std::vector<Word> ids_;  // by InstId
  std::vector<Word>& body_;
  std::vector<Frame> frames_;
  std::vector<Construct> constructs_;
  Word block_ = 0;  // label of the block being written
  std::vector<Word> operands_;
  std::vector<Word> path_;
};

}  // namespace slipway::spirv
