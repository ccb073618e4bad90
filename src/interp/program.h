// What an entry point compiles to: one list of steps for all its functions, with slots in place of values and
// jumps in place of regions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <slipway/result.h>

#include "interp/transfer.h"
#include "ir/evaluate.h"
#include "ir/layout.h"

namespace slipway::interp {

/// A word in the frame of the running function, or with the top bit set in Program::constants.
using Slot = std::uint32_t;
inline constexpr Slot constant_slot = 1U << 31U;
inline constexpr Slot no_slot = UINT32_MAX;
/// What is in variables that nobody has set: anything but zero, so that relying on it shows.
inline constexpr std::byte undefined_byte{0xA5};

/// A pointer value is three words: an object, and a byte offset in it (low word first). An object is an index
/// into the machine's table: the three below, then the buffers.
inline constexpr std::uint32_t pointer_words = 3;
inline constexpr std::uint32_t function_object = 0;   ///< function variables of one invocation
inline constexpr std::uint32_t private_object = 1;    ///< private variables of one invocation
inline constexpr std::uint32_t workgroup_object = 2;  ///< variables of one workgroup
inline constexpr std::uint32_t first_buffer = 3;
inline constexpr std::uint32_t void_object = UINT32_MAX;  ///< out of bounds: reads zero, drops stores

enum class StepKind : std::uint8_t {
  evaluate,     ///< Evaluation `detail`; `count` operands: a, b and c if up to three, else in the Evaluation
  copy,         ///< `count` words from a
  builtin,      ///< BuiltinInput `detail`
  launch_word,  ///< number `detail`
  jump,         ///< to `detail`
  jump_if_false,  ///< a; to `detail`
  switch_,        ///< a; Switch `detail`
  var,            ///< function memory at `bytes`; a: initial value or no_slot; Transfer `detail`
  access,         ///< a: pointer, b: index; elements of `bytes` bytes, `count` of them or by length
  member,         ///< a: pointer; `bytes` further
  array_length,   ///< a: pointer; elements of `bytes` bytes
  load,           ///< a: pointer; Transfer `detail`
  store,          ///< a: pointer, b: value; Transfer `detail`
  atomic,         ///< a: pointer, b and c: values
  barrier,
  subgroup,  ///< a, b; `count` words of a; scalar in `detail`
  call,      ///< FunctionCode `detail`; arguments from argument list `b`, a of them
  return_,   ///< `count` words from a
  trap,      ///< a: value; tag `detail`; of trap_bounds a: index, b: length
  unreachable,
};

struct Step {
  StepKind kind = StepKind::unreachable;
  ir::Op op = ir::Op::unreachable;
  bool native = false;
  bool flag = false;  ///< access: a signed index; atomic: signed values
  Slot result = no_slot;
  Slot a = no_slot;
  Slot b = no_slot;
  Slot c = no_slot;
  std::uint32_t detail = 0;
  std::uint32_t count = 0;
  std::uint32_t imm = 0;
  ir::SiteId site = 0;
  std::uint64_t bytes = 0;
};

inline constexpr std::uint32_t by_length = 0;  ///< Step::count of an access into a run-time array

/// One pure operation at one place.
struct Evaluation {
  ir::Evaluator evaluator;
  std::vector<Slot> operands;
  ir::TypeId result_type;
  std::vector<ir::TypeId> operand_types;
};

struct Switch {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> targets;  ///< selector and step, ascending
  std::uint32_t default_target = 0;
};

struct Argument {
  Slot from = 0;
  std::uint32_t to = 0;  ///< slot in the callee's frame
  std::uint32_t words = 0;
};

struct FunctionCode {
  ir::FunctionId function;
  std::uint32_t first_step = 0;
  std::uint32_t frame_words = 0;
  std::uint32_t variable_bytes = 0;
};

/// A buffer that the entry point reaches; object `first_buffer` plus its index.
struct BufferUse {
  ir::GlobalId global;
  ir::Binding binding;
};

struct Program {
  std::vector<Step> steps;
  std::vector<std::uint32_t> constants;
  std::vector<Evaluation> evaluations;
  std::vector<Transfer> transfers;
  std::vector<Switch> switches;
  std::vector<Argument> arguments;
  std::vector<FunctionCode> functions;  ///< the entry point's is first
  std::vector<BufferUse> buffers;
  std::vector<std::byte> private_image;  ///< private variables as an invocation starts
  std::uint64_t workgroup_bytes = 0;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  std::uint32_t stack_words = 0;     ///< frames of the deepest chain of calls
  std::uint32_t variable_bytes = 0;  ///< function variables of the deepest chain of calls
  std::uint32_t launch_words = 0;    ///< how many are read
};

/// `module` is valid. Fails with `unsupported` where overrides are not specialised or sizes pass the limits.
[[nodiscard]] Result<Program> compile(const ir::Module& module, const ir::LayoutTable& layouts,
                                      std::uint32_t entry_point);

}  // namespace slipway::interp
