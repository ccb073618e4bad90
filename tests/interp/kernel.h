// A kernel under construction and its run, for tests of what WGSL text cannot say.
#pragma once

#include <cstring>
#include <map>

#include "../ir/sample.h"
#include "interp/interpreter.h"

namespace slipway::interp::test {

using Words = std::vector<std::uint32_t>;

struct Kernel : ir::test::Sample {
  ir::TypeTable& types = module.types;
  std::map<std::uint32_t, Words> memory;  ///< by binding of group 0
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  Words launch_words;
  std::uint64_t step_limit = 0;
  std::uint32_t subgroup_size = 4;

  explicit Kernel(std::uint32_t workgroup = 1) { module.entry_points[0].workgroup_size[0].value = workgroup; }

  /// `var<storage, read_write> name: array<element>`, holding `words` at first.
  ir::GlobalId array(std::uint32_t binding, ir::TypeId element, Words words) {
    memory[binding] = std::move(words);
    return add_buffer("buffer" + std::to_string(binding), types.runtime_array(element),
                      ir::Access::read_write, binding);
  }
  ir::GlobalId array(std::uint32_t binding, Words words) {
    return array(binding, types.u32(), std::move(words));
  }

  Result<Outcome> run() {
    auto valid = ir::verify(module);
    if (!valid)
      return fail(ErrorCode::internal, valid.error().front().rule + ": " + valid.error().front().message);
    Request request{.module = &*valid, .grid = grid, .launch_words = launch_words};
    request.step_limit = step_limit;
    request.subgroup_size = subgroup_size;
    for (auto& [binding, words] : memory)
      request.buffers.push_back({0, binding, std::as_writable_bytes(std::span(words))});
    return interp::run(request);
  }
};

/// Emits at one place of a kernel.
struct Body : ir::Builder {
  explicit Body(Kernel& k) : ir::Builder(k.builder()), types(k.types) {}
  Body(Kernel& k, ir::FunctionId function) : ir::Builder(k.builder(function)), types(k.types) {}
  ir::TypeTable& types;

  ir::Value word(ir::Op op, ir::Value a, ir::Value b) { return emit(op, types.u32(), {a, b}); }
  ir::Value test(ir::Op op, ir::Value a, ir::Value b) { return emit(op, types.boolean(), {a, b}); }
  ir::Value input(ir::BuiltinInput which) {
    return emit(ir::Op::builtin, types.u32(), {}, static_cast<std::uint32_t>(which));
  }
  ir::Value local_index() { return input(ir::BuiltinInput::local_invocation_index); }
  /// The first component of a vec3 input.
  ir::Value input_x(ir::BuiltinInput which) {
    const ir::Value v =
        emit(ir::Op::builtin, types.vector(ir::Scalar::u32, 3), {}, static_cast<std::uint32_t>(which));
    return emit(ir::Op::extract, types.u32(), {v}, 0);
  }
  ir::TypeId pointee(ir::Value pointer) { return types[type_of(pointer)].element; }
  ir::Value narrowed(ir::Op op, ir::Value pointer, ir::TypeId to, std::initializer_list<ir::Value> operands,
                     std::uint32_t imm = 0) {
    const ir::Type& type = types[type_of(pointer)];
    return emit(op, types.pointer(type.space, to, type.access), operands, imm);
  }
  ir::Value at(ir::Value pointer, ir::Value index) {
    return narrowed(ir::Op::access, pointer, types.child(pointee(pointer), 0), {pointer, index});
  }
  ir::Value member(ir::Value pointer, std::uint32_t which) {
    return narrowed(ir::Op::member, pointer, types.child(pointee(pointer), which), {pointer}, which);
  }
  ir::Value load(ir::Value pointer) { return emit(ir::Op::load, pointee(pointer), {pointer}); }
  void store(ir::Value pointer, ir::Value value) { emit(ir::Op::store, types.void_type(), {pointer, value}); }
  ir::Value variable(ir::TypeId type) {
    return emit(ir::Op::var, types.pointer(ir::AddressSpace::function, type, ir::Access::read_write), {});
  }
  ir::Value atomic(ir::Op op, ir::Value pointer, ir::Value value) {
    return emit(op, types.scalar(types[pointee(pointer)].scalar), {pointer, value});
  }
  void barrier() { emit(ir::Op::workgroup_barrier, types.void_type(), {}); }

  /// `if condition { then() } else { otherwise() }`; a branch that does not terminate yields.
  template <class Then, class Otherwise>
  void branch(ir::Value condition, Then then, Otherwise otherwise) {
    const ir::InstId id = emit_control(ir::Op::if_, {condition}, 2);
    inside(id, 0, then, ir::Op::yield);
    inside(id, 1, otherwise, ir::Op::yield);
  }
  template <class Then>
  void when(ir::Value condition, Then then) {
    branch(condition, then, [] {});
  }
  /// `loop { body() continuing { continuing() } }`, where continuing returns the break condition or null.
  template <class Code, class Continuing>
  void loop(Code body, Continuing continuing) {
    const ir::InstId id = emit_control(ir::Op::loop, {}, 2);
    inside(id, 0, body, ir::Op::continue_);
    const ir::RegionId outer = region();
    set_region(function().region_of(function()[id], 1));
    const ir::Value done = continuing();
    done.valid() ? terminate(ir::Op::iterate, {done}) : terminate(ir::Op::iterate);
    set_region(outer);
  }
  template <class Code>
  void inside(ir::InstId control, std::size_t which, Code code, ir::Op end) {
    const ir::RegionId outer = region();
    set_region(function().region_of(function()[control], which));
    code();
    if (!terminated()) terminate(end);
    set_region(outer);
  }
  void end() { terminate(ir::Op::return_); }
};

}  // namespace slipway::interp::test
