#include "interp/machine.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::interp {
namespace {

std::uint64_t offset_of(const std::uint32_t* pointer) {
  return pointer[1] | static_cast<std::uint64_t>(pointer[2]) << 32U;
}
void set_pointer(std::uint32_t* pointer, std::uint32_t object, std::uint64_t offset) {
  pointer[0] = object;
  pointer[1] = static_cast<std::uint32_t>(offset);
  pointer[2] = static_cast<std::uint32_t>(offset >> 32U);
}

std::uint32_t combine(ir::Op op, bool is_signed, std::uint32_t old, std::uint32_t value) {
  const auto signed_old = static_cast<std::int32_t>(old);
  const auto signed_value = static_cast<std::int32_t>(value);
  switch (op) {
    case ir::Op::atomic_load: return old;
    case ir::Op::atomic_store:
    case ir::Op::atomic_exchange: return value;
    case ir::Op::atomic_add: return old + value;
    case ir::Op::atomic_sub: return old - value;
    case ir::Op::atomic_max:
      return is_signed ? static_cast<std::uint32_t>(std::max(signed_old, signed_value))
                       : std::max(old, value);
    case ir::Op::atomic_min:
      return is_signed ? static_cast<std::uint32_t>(std::min(signed_old, signed_value))
                       : std::min(old, value);
    case ir::Op::atomic_and: return old & value;
    case ir::Op::atomic_or: return old | value;
    case ir::Op::atomic_xor: return old ^ value;
    default: SLIPWAY_UNREACHABLE();
  }
}

std::span<std::byte> bytes_of(const Request& request, ir::Binding binding) {
  for (const BufferArgument& buffer : request.buffers)
    if (buffer.group == binding.group && buffer.binding == binding.binding) return buffer.bytes;
  return {};
}

}  // namespace

Machine::Machine(const ir::Module& module, const Program& program, const Request& request)
    : module_(module), program_(program), request_(request), objects_(first_buffer) {
  for (const BufferUse& use : program.buffers) {
    const std::span<std::byte> bytes = bytes_of(request, use.binding);
    objects_.push_back({bytes.data(), bytes.size()});
  }
}

void Machine::start(Invocation& invocation) {
  if (idle_.empty()) {
    invocation.state = std::make_unique<InvocationState>();
    invocation.state->words.resize(program_.stack_words);
    invocation.state->variables.resize(program_.variable_bytes);
  } else {
    invocation.state = std::move(idle_.back());
    idle_.pop_back();
  }
  invocation.state->privates = program_.private_image;
  invocation.state->frames.assign(1, Frame{});
  invocation.step = program_.functions[0].first_step;
  invocation.status = Status::ready;
}

void Machine::finish(Invocation& invocation) {
  invocation.status = Status::done;
  idle_.push_back(std::move(invocation.state));
}

void Machine::load_frame(Context& context) const {
  context.frame = context.state->words.data() + context.state->frames.back().words;
  context.bases[0] = context.frame;
}

const std::uint32_t* Machine::words(const Invocation& invocation, Slot slot) const {
  if ((slot & constant_slot) != 0) return program_.constants.data() + (slot & ~constant_slot);
  return result(invocation, slot);
}

std::uint32_t* Machine::result(const Invocation& invocation, Slot slot) const {
  return invocation.state->words.data() + invocation.state->frames.back().words + slot;
}

bool Machine::run(Workgroup& workgroup, Invocation& invocation, std::uint64_t quota) {
  if (invocation.status == Status::fresh) start(invocation);
  Context context{
      &workgroup, &invocation, invocation.state.get(), {nullptr, program_.constants.data()}, nullptr};
  objects_[function_object] = {context.state->variables.data(), context.state->variables.size()};
  objects_[private_object] = {context.state->privates.data(), context.state->privates.size()};
  objects_[workgroup_object] = {workgroup.memory.data(), workgroup.memory.size()};
  load_frame(context);
  const Step* steps = program_.steps.data();
  std::uint64_t taken = 0;
  bool ok = true;
  while (ok && taken < quota && invocation.status == Status::ready) {
    ++taken;
    ok = execute(context, steps[invocation.step++]);
  }
  steps_ += taken;
  if (invocation.status == Status::done) finish(invocation);
  return ok;
}

// Waiting invocations stay at the step they wait at; whoever releases them moves them on.
bool Machine::execute(Context& context, const Step& step) {
  Invocation& invocation = *context.invocation;
  switch (step.kind) {
    case StepKind::evaluate: return evaluate(context, step);
    case StepKind::copy:
      std::copy_n(context.word(step.a), step.count, context.frame + step.result);
      return true;
    case StepKind::builtin: read_builtin(context, step); return true;
    case StepKind::launch_word: context.frame[step.result] = request_.launch_words[step.detail]; return true;
    case StepKind::jump: invocation.step = step.detail; return true;
    case StepKind::jump_if_false:
      if (context.word(step.a)[0] == 0) invocation.step = step.detail;
      return true;
    case StepKind::switch_: choose(context, step); return true;
    case StepKind::var: declare(context, step); return true;
    case StepKind::access: return access(context, step);
    case StepKind::member: member(context, step); return true;
    case StepKind::array_length:
      context.frame[step.result] = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(run_time_length(context.word(step.a), step.bytes), UINT32_MAX));
      return true;
    case StepKind::load: return load(context, step);
    case StepKind::store: return store(context, step);
    case StepKind::atomic: return atomic(context, step);
    case StepKind::barrier:
      invocation.status = Status::at_barrier;
      --invocation.step;
      return true;
    case StepKind::subgroup:
      invocation.status = Status::at_subgroup;
      --invocation.step;
      return true;
    case StepKind::call: call(context, step); return true;
    case StepKind::return_: return_(context, step); return true;
    case StepKind::trap: trap(context, step); return true;
    case StepKind::unreachable: return fail_at(step, "control came here");
  }
  SLIPWAY_UNREACHABLE();
}

bool Machine::fail_at(const Step& step, std::string_view reason) {
  fault_ = fmt::format("{}{} at site {}: {}", step.native ? "native " : "", ir::info(step.op).name, step.site,
                       reason);
  return false;
}

// Values

bool Machine::evaluate(Context& context, const Step& step) {
  const Evaluation& evaluation = program_.evaluations[step.detail];
  if (step.native || step.count > 3) return evaluate_slowly(context, step, evaluation);
  // An unused slot is the first operand again: it is not read, but must be somewhere.
  const std::array<const std::uint32_t*, 3> operands{context.word(step.a),
                                                     context.word(step.count > 1 ? step.b : step.a),
                                                     context.word(step.count > 2 ? step.c : step.a)};
  evaluation.evaluator(operands.data(), context.frame + step.result);
  return true;
}

bool Machine::evaluate_slowly(Context& context, const Step& step, const Evaluation& evaluation) {
  std::vector<const std::uint32_t*> operands;
  std::vector<ir::Operand> typed;
  for (std::size_t i = 0; i < evaluation.operands.size(); ++i) {
    operands.push_back(context.word(evaluation.operands[i]));
    typed.push_back({evaluation.operand_types[i], operands[i]});
  }
  if (step.native) {
    const auto outside = ir::outside_native_domain(module_.types, step.op, evaluation.result_type, typed);
    if (outside) return fail_at(step, *outside);
  }
  evaluation.evaluator(operands.data(), context.frame + step.result);
  return true;
}

std::array<std::uint32_t, 3> Machine::global_id(const Context& context) const {
  std::array<std::uint32_t, 3> id{};
  for (std::size_t i = 0; i < 3; ++i)
    id[i] = context.workgroup->id[i] * program_.workgroup_size[i] + context.invocation->local[i];
  return id;
}

namespace {

// Wraps.
std::uint32_t linear_index(const std::array<std::uint32_t, 3>& id,
                           const std::array<std::uint32_t, 3>& extent) {
  return id[0] + extent[0] * (id[1] + extent[1] * id[2]);
}

}  // namespace

void Machine::read_builtin(Context& context, const Step& step) const {
  std::uint32_t* out = context.frame + step.result;
  const Invocation& invocation = *context.invocation;
  const std::uint32_t subgroup_size = request_.subgroup_size;
  const auto put = [out](const std::array<std::uint32_t, 3>& value) { std::ranges::copy(value, out); };
  switch (static_cast<ir::BuiltinInput>(step.detail)) {
    case ir::BuiltinInput::local_invocation_id: put(invocation.local); break;
    case ir::BuiltinInput::local_invocation_index: out[0] = invocation.index; break;
    case ir::BuiltinInput::global_invocation_id: put(global_id(context)); break;
    case ir::BuiltinInput::workgroup_id: put(context.workgroup->id); break;
    case ir::BuiltinInput::num_workgroups: put(request_.grid); break;
    case ir::BuiltinInput::global_invocation_index: {
      std::array<std::uint32_t, 3> extent{};
      for (std::size_t i = 0; i < 3; ++i) extent[i] = request_.grid[i] * program_.workgroup_size[i];
      out[0] = linear_index(global_id(context), extent);
      break;
    }
    case ir::BuiltinInput::workgroup_index:
      out[0] = linear_index(context.workgroup->id, request_.grid);
      break;
    case ir::BuiltinInput::subgroup_invocation_id: out[0] = invocation.index % subgroup_size; break;
    case ir::BuiltinInput::subgroup_size: out[0] = subgroup_size; break;
    case ir::BuiltinInput::subgroup_id: out[0] = invocation.index / subgroup_size; break;
    case ir::BuiltinInput::num_subgroups: {
      const auto count = static_cast<std::uint32_t>(context.workgroup->invocations.size());
      out[0] = (count + subgroup_size - 1) / subgroup_size;
      break;
    }
  }
}

void Machine::choose(Context& context, const Step& step) const {
  const Switch& table = program_.switches[step.detail];
  const std::uint32_t selector = context.word(step.a)[0];
  const auto found =
      std::ranges::lower_bound(table.targets, selector, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
  const bool listed = found != table.targets.end() && found->first == selector;
  context.invocation->step = listed ? found->second : table.default_target;
}

// Memory

std::uint64_t Machine::run_time_length(const std::uint32_t* pointer, std::uint64_t stride) const {
  if (pointer[0] == void_object) return 0;
  const std::uint64_t size = objects_[pointer[0]].size;
  const std::uint64_t offset = offset_of(pointer);
  return offset >= size ? 0 : (size - offset) / stride;
}

std::byte* Machine::resolve(const std::uint32_t* pointer, std::uint64_t bytes) const {
  if (pointer[0] == void_object) return nullptr;
  const Object& object = objects_[pointer[0]];
  const std::uint64_t offset = offset_of(pointer);
  return offset <= object.size && bytes <= object.size - offset ? object.data + offset : nullptr;
}

void Machine::declare(Context& context, const Step& step) {
  const std::uint64_t offset = context.state->frames.back().variables + step.bytes;
  std::byte* data = context.state->variables.data() + offset;
  if (step.a == no_slot) {
    std::fill_n(data, step.count, step.native ? undefined_byte : std::byte{0});
  } else {
    interp::store(program_.transfers[step.detail], context.word(step.a), data);
  }
  set_pointer(context.frame + step.result, function_object, offset);
}

bool Machine::access(Context& context, const Step& step) {
  const std::uint32_t* pointer = context.word(step.a);
  const std::uint32_t index = context.word(step.b)[0];
  const std::uint64_t count = step.count == by_length ? run_time_length(pointer, step.bytes) : step.count;
  const bool negative = step.flag && static_cast<std::int32_t>(index) < 0;
  if (!negative && index < count && pointer[0] != void_object) {
    set_pointer(context.frame + step.result, pointer[0], offset_of(pointer) + index * step.bytes);
    return true;
  }
  if (step.native && pointer[0] != void_object)
    return fail_at(step,
                   fmt::format("index {} is not below {}",
                               negative ? static_cast<std::int32_t>(index) : std::int64_t{index}, count));
  set_pointer(context.frame + step.result, void_object, 0);
  return true;
}

void Machine::member(Context& context, const Step& step) const {
  const std::uint32_t* pointer = context.word(step.a);
  set_pointer(context.frame + step.result, pointer[0], offset_of(pointer) + step.bytes);
}

bool Machine::load(Context& context, const Step& step) {
  const Transfer& transfer = program_.transfers[step.detail];
  std::uint32_t* out = context.frame + step.result;
  if (const std::byte* data = resolve(context.word(step.a), transfer.bytes)) {
    interp::load(transfer, data, out);
    return true;
  }
  if (step.native) return fail_at(step, "the place is out of bounds");
  std::fill_n(out, transfer.words, 0U);
  return true;
}

bool Machine::store(Context& context, const Step& step) {
  const Transfer& transfer = program_.transfers[step.detail];
  const std::uint32_t* pointer = context.word(step.a);
  if (std::byte* data = resolve(pointer, transfer.bytes)) {
    interp::store(transfer, context.word(step.b), data);
    return true;
  }
  return !step.native || fail_at(step, "the place is out of bounds");
}

bool Machine::atomic(Context& context, const Step& step) {
  const std::uint32_t* pointer = context.word(step.a);
  std::uint32_t* out = step.result == no_slot ? nullptr : context.frame + step.result;
  const bool exchange = step.op == ir::Op::atomic_compare_exchange_weak;
  std::byte* data = resolve(pointer, 4);
  if (data == nullptr) {
    if (step.native) return fail_at(step, "the place is out of bounds");
    if (out != nullptr) std::fill_n(out, exchange ? 2 : 1, 0U);
    return true;
  }
  std::uint32_t old = 0;
  std::memcpy(&old, data, 4);
  const std::uint32_t value = step.b == no_slot ? 0 : context.word(step.b)[0];
  const bool exchanged = exchange && old == value;
  std::uint32_t next = 0;
  if (exchange) {
    next = exchanged ? context.word(step.c)[0] : old;
  } else {
    next = combine(step.op, step.flag, old, value);
  }
  std::memcpy(data, &next, 4);
  if (out != nullptr) out[0] = old;
  if (exchange) out[1] = exchanged ? 1 : 0;
  return true;
}

// Calls and reports

void Machine::call(Context& context, const Step& step) const {
  const Frame caller = context.state->frames.back();
  const FunctionCode& code = program_.functions[caller.function];
  const Frame callee{.function = step.detail,
                     .return_to = context.invocation->step,
                     .result = step.result,
                     .words = caller.words + code.frame_words,
                     .variables = caller.variables + code.variable_bytes};
  std::uint32_t* frame = context.state->words.data() + callee.words;
  for (std::uint32_t i = 0; i < step.a; ++i) {
    const Argument& argument = program_.arguments[step.b + i];
    std::copy_n(context.word(argument.from), argument.words, frame + argument.to);
  }
  context.state->frames.push_back(callee);
  context.invocation->step = program_.functions[step.detail].first_step;
  load_frame(context);
}

void Machine::return_(Context& context, const Step& step) {
  const Frame frame = context.state->frames.back();
  if (context.state->frames.size() == 1) {
    context.invocation->status = Status::done;
    return;
  }
  const std::uint32_t* value = step.count == 0 ? nullptr : context.word(step.a);
  context.state->frames.pop_back();
  load_frame(context);
  if (value != nullptr) std::copy_n(value, step.count, context.frame + frame.result);
  context.invocation->step = frame.return_to;
}

void Machine::trap(Context& context, const Step& step) {
  const bool out_of_bounds = step.op == ir::Op::trap_bounds;
  trap_ = TrapHit{.out_of_bounds = out_of_bounds,
                  .tag = step.detail,
                  .site = step.site,
                  .value = context.word(step.a)[0],
                  .length = out_of_bounds ? context.word(step.b)[0] : 0,
                  .invocation = global_id(context)};
  context.invocation->status = Status::done;
}

}  // namespace slipway::interp
