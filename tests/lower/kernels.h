// Small kernels made with the builder, and runs of them on the interpreter before and after lowering.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "interp/interpreter.h"
#include "ir/builder.h"
#include "lower/lower.h"

namespace slipway::tests {

using Words = std::vector<std::uint32_t>;

/// A target as most Vulkan devices are.
inline kernel::Target spirv_target() {
  kernel::Target target;
  target.format = kernel::Format::spirv;
  target.features = {.f16 = true, .subgroups = true, .subgroup_size = 8, .uniform_standard_layout = true};
  return target;
}

/// What a body under construction works with: `in` and `out` are storage arrays of u32 with a run-time
/// length.
struct Body {
  ir::Module& module;
  ir::Builder& build;
  ir::GlobalId in;
  ir::GlobalId out;
  ir::Value index;  ///< global_invocation_id.x

  ir::Value op(ir::Op op, ir::TypeId type, std::initializer_list<ir::Value> operands,
               std::uint32_t imm = 0) const {
    return build.emit(op, type, operands, imm);
  }
  /// The pointer to element `index` of what `array` points to.
  ir::Value at(ir::Value array, ir::Value i) const {
    const ir::Type& pointer = module.types[build.type_of(array)];
    const ir::TypeId element = module.types.child(pointer.element, 0);
    return op(ir::Op::access, module.types.pointer(pointer.space, element, pointer.access), {array, i});
  }
  ir::Value load(ir::Value pointer) const {
    return op(ir::Op::load, module.types[build.type_of(pointer)].element, {pointer});
  }
  void store(ir::Value pointer, ir::Value value) const {
    op(ir::Op::store, module.types.void_type(), {pointer, value});
  }
  ir::Value input(std::uint32_t stride = 1, std::uint32_t offset = 0) const {
    const ir::TypeId u32 = module.types.u32();
    const ir::Value scaled = op(ir::Op::mul, u32, {index, build.u32(stride)});
    return load(at(in, op(ir::Op::add, u32, {scaled, build.u32(offset)})));
  }
  void output(ir::Value value) const { store(at(out, index), value); }
};

/// A module whose entry point has workgroups of 8 invocations and the body that `fill` makes.
inline ir::ValidModule kernel_of(const std::function<void(const Body&)>& fill, std::uint32_t lanes = 8) {
  ir::Module module;
  const ir::TypeId words = module.types.runtime_array(module.types.u32());
  const auto global = [&](const char* name, ir::Access access, std::uint32_t binding) {
    const auto pointer = module.types.pointer(ir::AddressSpace::storage, words, access);
    module.globals.push_back({.name = name, .type = pointer, .binding = ir::Binding{1, binding}});
    return ir::GlobalId(module.globals.size() - 1);
  };
  const ir::GlobalId in = global("in", ir::Access::read, 2);
  const ir::GlobalId out = global("out", ir::Access::read_write, 5);
  module.functions.push_back({.name = "main", .parameters = {}, .result = module.types.void_type()});
  const ir::FunctionId main(0U);
  module.entry_points.push_back({.name = "main", .function = main});
  module.entry_points[0].workgroup_size[0].value = lanes;
  ir::Builder build(module, main);
  module[main].body = build.new_region();
  build.set_region(module[main].body);
  const ir::Value id = build.emit(ir::Op::builtin, module.types.vector(ir::Scalar::u32, 3), {},
                                  static_cast<std::uint32_t>(ir::BuiltinInput::global_invocation_id));
  const ir::Value index = build.emit(ir::Op::extract, module.types.u32(), {id}, 0);
  fill(Body{module, build, in, out, index});
  if (!build.terminated()) build.terminate(ir::Op::return_);
  auto valid = ir::verify(std::move(module));
  if (!valid.has_value()) {
    std::fprintf(stderr, "%s: %s\n", valid.error()[0].rule.c_str(), valid.error()[0].message.c_str());
    std::abort();
  }
  return *std::move(valid);
}

/// Element by element: `out[i] = compute(in[2 i], in[2 i + 1])`, on bits.
inline ir::ValidModule elementwise(
    const std::function<ir::Value(const Body&, ir::Value, ir::Value)>& compute) {
  return kernel_of([&](const Body& body) { body.output(compute(body, body.input(2, 0), body.input(2, 1))); });
}

/// Runs one workgroup and gives what is in `out`, which starts as zeros.
inline Result<Words> run_module(const ir::ValidModule& module, const Words& in, std::size_t out_size,
                                const kernel::Kernel* kernel = nullptr) {
  Words input = in;
  Words output(out_size, 0);
  Words record(kernel::RecordLayout::words, 0);
  interp::Request request{.module = &module, .subgroup_size = 8};
  if (kernel == nullptr) {
    request.buffers = {{1, 2, std::as_writable_bytes(std::span(input))},
                       {1, 5, std::as_writable_bytes(std::span(output))}};
  } else {
    for (std::uint32_t i = 0; i < kernel->bindings.size(); ++i) {
      const kernel::BindingSlot& slot = kernel->bindings[i];
      Words& words = slot.kind == kernel::BindingKind::record ? record : slot.binding == 2 ? input : output;
      request.buffers.push_back({0, i, std::as_writable_bytes(std::span(words))});
    }
    for (const kernel::LaunchWord& word : kernel->launch_words) {
      const Words& words = kernel->bindings[word.slot].binding == 2 ? input : output;
      request.launch_words.push_back(static_cast<std::uint32_t>(words.size() * 4 - word.offset) /
                                     word.stride);
    }
  }
  auto outcome = interp::run(request);
  if (!outcome.has_value()) return std::unexpected(std::move(outcome).error());
  if (record[0] != 0) return fail(ErrorCode::unsupported, "the record is set");
  return output;
}

/// The same after lowering.
inline Result<Words> run_lowered(const ir::ValidModule& module, const Words& in, std::size_t out_size,
                                 const kernel::Target& target = spirv_target()) {
  SLIPWAY_TRY(const lower::Lowered lowered, lower::lower(module, target, {}));
  return run_module(lowered.module, in, out_size, &lowered.kernel);
}

}  // namespace slipway::tests
