// The sections of a SPIR-V module while it is written, its ids, and the instructions that must be unique.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <slipway/result.h>
#include <spirv/unified1/spirv.hpp11>

namespace slipway::spirv {

using Word = std::uint32_t;

/// Words that one instruction may have: SPIR-V counts them in 16 bits.
inline constexpr std::size_t most_instruction_words = 0xFFFF;

/// Appends one instruction to `section`: its opcode and word count, then `operands`. One that is too long is
/// written as a count of 0 alone, which finish() refuses.
void append(std::vector<Word>& section, spv::Op op, std::span<const Word> operands);
inline void append(std::vector<Word>& section, spv::Op op, std::initializer_list<Word> operands) {
  append(section, op, std::span(operands.begin(), operands.size()));
}
/// The words of a literal string: UTF-8, closed by a zero byte, padded with zeros.
void append_string(std::vector<Word>& words, std::string_view text);

class Assembly {
 public:
  [[nodiscard]] Word fresh() { return next_id_++; }
  void capability(spv::Capability capability) { capabilities_.insert(static_cast<Word>(capability)); }

  /// The id of a type or constant instruction of which no two may be the same: `op`, the words before the
  /// result id (the type of a constant, if any) and those behind it.
  Word unique(spv::Op op, std::initializer_list<Word> before, std::span<const Word> after);
  Word unique(spv::Op op, std::initializer_list<Word> before, std::initializer_list<Word> after) {
    return unique(op, before, std::span(after.begin(), after.size()));
  }
  void decorate(Word id, spv::Decoration decoration, std::initializer_list<Word> operands = {});
  void decorate_member(Word id, Word member, spv::Decoration decoration,
                       std::initializer_list<Word> operands = {});
  void name(Word id, std::string_view text);
  Word glsl() const { return glsl_; }

  std::vector<Word> entry_points;
  std::vector<Word> modes;
  std::vector<Word> declarations;
  std::vector<Word> functions;

  /// The whole module, header first; `unsupported` where an instruction is too long.
  [[nodiscard]] Result<std::vector<Word>> finish() const;

 private:
  Word next_id_ = 2;
  Word glsl_ = 1;
  std::set<Word> capabilities_;
  std::vector<Word> names_;
  std::vector<Word> decorations_;
  std::map<std::vector<Word>, Word> unique_;
  std::vector<Word> key_;  // of the instruction that is looked up
};

}  // namespace slipway::spirv
