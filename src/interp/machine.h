// Executes steps of one invocation at a time. An invocation can stop at any step and go on later: its frames
// are its own and no host stack is involved.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interp/interpreter.h"
#include "interp/program.h"

namespace slipway::interp {

struct Frame {
  std::uint32_t function = 0;   ///< index into Program::functions
  std::uint32_t return_to = 0;  ///< step after the call
  Slot result = no_slot;        ///< in the caller's frame
  std::uint32_t words = 0;      ///< where the frame starts
  std::uint32_t variables = 0;  ///< where its function variables start
};

/// What an invocation needs while it is under way; handed on to another when it ends.
struct InvocationState {
  std::vector<std::uint32_t> words;
  std::vector<std::byte> variables;
  std::vector<std::byte> privates;
  std::vector<Frame> frames;
};

enum class Status : std::uint8_t { fresh, ready, at_barrier, at_subgroup, done };

struct Invocation {
  Status status = Status::fresh;
  std::uint32_t step = 0;
  std::uint32_t index = 0;  ///< local_invocation_index
  std::array<std::uint32_t, 3> local{};
  std::unique_ptr<InvocationState> state;  ///< while under way
};

struct Workgroup {
  std::array<std::uint32_t, 3> id{};
  std::uint64_t quota = 0;  ///< steps that an invocation may take in a turn
  std::vector<std::byte> memory;
  std::vector<Invocation> invocations;
};

class Machine {
 public:
  /// `module` and `program` outlive the machine, as do the request's buffers.
  Machine(const ir::Module& module, const Program& program, const Request& request);

  /// Lets an invocation run until it waits or ends, for at most `quota` steps. False after a fault.
  bool run(Workgroup& workgroup, Invocation& invocation, std::uint64_t quota);

  /// Words that a waiting invocation's operand has, and where its result goes.
  [[nodiscard]] const std::uint32_t* words(const Invocation& invocation, Slot slot) const;
  [[nodiscard]] std::uint32_t* result(const Invocation& invocation, Slot slot) const;

  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::optional<TrapHit>& trap() const { return trap_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  struct Object {
    std::byte* data = nullptr;
    std::uint64_t size = 0;
  };
  /// What the running invocation's steps are relative to.
  struct Context {
    Workgroup* workgroup;
    Invocation* invocation;
    InvocationState* state;
    const std::uint32_t* bases[2];  // frame, constants
    std::uint32_t* frame;

    [[nodiscard]] const std::uint32_t* word(Slot slot) const {
      return bases[slot >> 31U] + (slot & ~constant_slot);
    }
  };

  void start(Invocation& invocation);
  void finish(Invocation& invocation);
  void load_frame(Context& context) const;
  bool execute(Context& context, const Step& step);

  bool evaluate(Context& context, const Step& step);
  bool evaluate_slowly(Context& context, const Step& step, const Evaluation& evaluation);
  void read_builtin(Context& context, const Step& step) const;
  void choose(Context& context, const Step& step) const;
  void declare(Context& context, const Step& step);
  bool access(Context& context, const Step& step);
  void member(Context& context, const Step& step) const;
  bool load(Context& context, const Step& step);
  bool store(Context& context, const Step& step);
  bool atomic(Context& context, const Step& step);
  void call(Context& context, const Step& step) const;
  void return_(Context& context, const Step& step);
  void trap(Context& context, const Step& step);

  [[nodiscard]] std::array<std::uint32_t, 3> global_id(const Context& context) const;
  [[nodiscard]] std::uint64_t run_time_length(const std::uint32_t* pointer, std::uint64_t stride) const;
  /// Null where the `bytes` behind the pointer are not all inside its object.
  [[nodiscard]] std::byte* resolve(const std::uint32_t* pointer, std::uint64_t bytes) const;
  bool fail_at(const Step& step, std::string_view reason);

  const ir::Module& module_;
  const Program& program_;
  const Request& request_;
  std::vector<Object> objects_;
  std::vector<std::unique_ptr<InvocationState>> idle_;
  std::optional<TrapHit> trap_;
  std::string fault_;
  std::uint64_t steps_ = 0;
};

}  // namespace slipway::interp
