#include "interp/transfer.h"

#include <cstring>

namespace slipway::interp {
namespace {

using ir::TypeKind;

class Walk {
 public:
  Walk(const ir::TypeTable& types, const ir::LayoutTable& layouts) : types_(types), layouts_(layouts) {}

  // Depth is that of the type, which WGSL bounds at 255.
  void add(ir::TypeId id, std::uint64_t byte) {
    const ir::Type& type = types_[id];
    switch (type.kind) {
      case TypeKind::scalar:
      case TypeKind::atomic: add_scalars(byte, 1, type.scalar); break;
      case TypeKind::vector: add_scalars(byte, type.rows, type.scalar); break;
      case TypeKind::matrix:
        for (std::uint64_t c = 0; c < type.columns; ++c)
          add_scalars(byte + c * layouts_[id].stride, type.rows, type.scalar);
        break;
      case TypeKind::array:
        for (std::uint64_t i = 0; i < type.count; ++i) add(type.element, byte + i * layouts_[id].stride);
        break;
      case TypeKind::structure:
        for (std::size_t i = 0; i < type.members.size(); ++i)
          add(type.members[i].type, byte + layouts_[id].member_offsets[i]);
        break;
      case TypeKind::void_:
      case TypeKind::runtime_array:
      case TypeKind::pointer: break;
    }
  }

  Transfer take() { return std::move(transfer_); }

 private:
  void add_scalars(std::uint64_t byte, std::uint32_t count, ir::Scalar scalar) {
    const bool half = scalar == ir::Scalar::f16;
    if (transfer_.runs.empty() || transfer_.runs.back().half != half || transfer_.bytes != byte) {
      transfer_.runs.push_back({byte, transfer_.words, count, half});
    } else {
      transfer_.runs.back().count += count;
    }
    transfer_.words += count;
    transfer_.bytes = byte + std::uint64_t{count} * (half ? 2 : 4);
  }

  const ir::TypeTable& types_;
  const ir::LayoutTable& layouts_;
  Transfer transfer_;
};

}  // namespace

Transfer make_transfer(const ir::TypeTable& types, const ir::LayoutTable& layouts, ir::TypeId type) {
  Walk walk(types, layouts);
  walk.add(type, 0);
  return walk.take();
}

void load(const Transfer& transfer, const std::byte* from, std::uint32_t* words) {
  for (const Transfer::Run& run : transfer.runs) {
    if (!run.half && run.count == 1) {
      std::memcpy(words + run.word, from + run.byte, 4);  // the common case, without a call
      continue;
    }
    if (!run.half) {
      std::memcpy(words + run.word, from + run.byte, std::size_t{run.count} * 4);
      continue;
    }
    for (std::uint32_t i = 0; i < run.count; ++i) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, from + run.byte + std::size_t{i} * 2, 2);
      words[run.word + i] = bits;
    }
  }
}

void store(const Transfer& transfer, const std::uint32_t* words, std::byte* to) {
  for (const Transfer::Run& run : transfer.runs) {
    if (!run.half && run.count == 1) {
      std::memcpy(to + run.byte, words + run.word, 4);
      continue;
    }
    if (!run.half) {
      std::memcpy(to + run.byte, words + run.word, std::size_t{run.count} * 4);
      continue;
    }
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const auto bits = static_cast<std::uint16_t>(words[run.word + i]);
      std::memcpy(to + run.byte + std::size_t{i} * 2, &bits, 2);
    }
  }
}

}  // namespace slipway::interp
