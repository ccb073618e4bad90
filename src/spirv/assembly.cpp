#include "spirv/assembly.h"

#include <fmt/format.h>

namespace slipway::spirv {

void append(std::vector<Word>& section, spv::Op op, std::span<const Word> operands) {
  if (operands.size() >= most_instruction_words) {
    section.push_back(static_cast<Word>(op));
    return;
  }
  section.push_back(static_cast<Word>(op) | static_cast<Word>(operands.size() + 1) << 16U);
  section.insert(section.end(), operands.begin(), operands.end());
}

void append_string(std::vector<Word>& words, std::string_view text) {
  const std::size_t start = words.size();
  words.resize(start + text.size() / 4 + 1, 0);
  for (std::size_t i = 0; i < text.size(); ++i)
    words[start + i / 4] |= Word{static_cast<unsigned char>(text[i])} << (i % 4 * 8);
}

Word Assembly::unique(spv::Op op, std::initializer_list<Word> before, std::span<const Word> after) {
  key_.assign({static_cast<Word>(op)});
  key_.insert(key_.end(), before);
  key_.insert(key_.end(), after.begin(), after.end());
  if (const auto known = unique_.find(key_); known != unique_.end()) return known->second;
  const Word made = unique_[key_] = fresh();
  std::vector<Word> operands(before);
  operands.push_back(made);
  operands.insert(operands.end(), after.begin(), after.end());
  append(declarations, op, operands);
  return made;
}

void Assembly::decorate(Word id, spv::Decoration decoration, std::initializer_list<Word> operands) {
  std::vector<Word> words{id, static_cast<Word>(decoration)};
  words.insert(words.end(), operands);
  append(decorations_, spv::Op::OpDecorate, words);
}

void Assembly::decorate_member(Word id, Word member, spv::Decoration decoration,
                               std::initializer_list<Word> operands) {
  std::vector<Word> words{id, member, static_cast<Word>(decoration)};
  words.insert(words.end(), operands);
  append(decorations_, spv::Op::OpMemberDecorate, words);
}

void Assembly::name(Word id, std::string_view text) {
  std::vector<Word> words{id};
  append_string(words, text);
  append(names_, spv::Op::OpName, words);
}

namespace {

std::string_view kind_of(Word op) {
  switch (static_cast<spv::Op>(op)) {
    case spv::Op::OpConstantComposite: return "a constant array";
    case spv::Op::OpSwitch: return "a switch";
    case spv::Op::OpTypeStruct: return "a structure";
    default: return "a name or an expression";
  }
}

Result<> check_lengths(std::span<const Word> section) {
  for (std::size_t at = 0; at < section.size(); at += section[at] >> 16U) {
    if (section[at] >> 16U != 0) continue;
    return std::unexpected(
        Error(ErrorCode::unsupported,
              fmt::format("{} is too long for SPIR-V, where an instruction has at most {} words",
                          kind_of(section[at]), most_instruction_words))
            .with_limit({"instruction_words", most_instruction_words}));
  }
  return {};
}

}  // namespace

Result<std::vector<Word>> Assembly::finish() const {
  constexpr Word version_1_5 = 0x00010500;
  std::vector<Word> words{spv::MagicNumber, version_1_5, 0, next_id_, 0};
  for (const Word capability : capabilities_) append(words, spv::Op::OpCapability, {capability});
  std::vector<Word> import{glsl_};
  append_string(import, "GLSL.std.450");
  append(words, spv::Op::OpExtInstImport, import);
  append(words, spv::Op::OpMemoryModel,
         {static_cast<Word>(spv::AddressingModel::Logical), static_cast<Word>(spv::MemoryModel::GLSL450)});
  for (const auto* section : {&entry_points, &modes, &names_, &decorations_, &declarations, &functions}) {
    SLIPWAY_TRY_VOID(check_lengths(*section));
    words.insert(words.end(), section->begin(), section->end());
  }
  return words;
}

}  // namespace slipway::spirv
