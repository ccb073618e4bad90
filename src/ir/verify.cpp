// The verifier. Its rules, by the ids that findings carry (rules.h lists them):
//
//   ir.handle       ids name something that exists; ranges of operands and regions lie in their arenas; each
//                   region has one owner and each instruction stands in one region
//   ir.nesting      types nest at most 255 deep, regions at most 1024
//   ir.type         vectors, matrices and atomics are of scalars they can have; arrays have elements of fixed
//                   size and a count; structures have members, a run-time array only as the last; pointers
//                   point to what memory can hold, with an access that their space has
//   ir.constant     constants are finite, of constructible types, with as many parts as their type, of its
//                   types
//   ir.layout       @align and @size suit the member
//   ir.size         variables outside buffers take at most 16 MiB, those in buffers less than 4 GiB
//   ir.global       variables have a store type that suits their space, an initialiser only where private,
//                   and a binding exactly where they are storage or uniform
//   ir.binding      no two variables that one entry point reaches have one binding
//   ir.override     overrides are scalars, with names and ids of their own, or expressions without either;
//                   initialisers are pure functions of other overrides, without cycles; what sizes
//                   something is i32 or u32
//   ir.entry_point  entry points have names of their own and a function without parameters and result that
//                   nothing calls; workgroup sizes are at least 1
//   ir.recursion    no function calls itself, directly or not
//   ir.region       operations own the regions they must: two of if_ and loop, one of switch_ for each case
//   ir.terminator   each region ends with one terminator, that may end it there, and has no other
//   ir.dominance    an operand is an instruction before it in its region or in one around it; in a continuing
//                   region also one of the loop's body that stands before its first `continue_`
//   ir.arity        operations have as many operands as ops.def says
//   ir.operand      operands have the types that the operation takes
//   ir.result_type  the result has the type that the operation gives
//   ir.result       `result`s stand right behind their if_ or switch_, in order, and every yield gives them
//                   all
//   ir.immediate    the immediate is in its range: component, member, shuffle, lane, tag, parameter
//   ir.switch       selectors are different, exactly one case is the default
//   ir.call         arguments and result fit the function called
//   ir.builtin      inputs are read in entry functions only
//   ir.access       no store through a read-only pointer; atomics are touched by atomic operations only, and
//                   those take read_write pointers to atomics
//   ir.native       only operations that are total have a native form
//   ir.feature      f16 and subgroup operations only where the module says it uses them
#include "ir/verify.h"

#include "ir/verify_context.h"

namespace slipway::ir {

std::expected<ValidModule, std::vector<Finding>> verify(Module module) {
  verifier::Context context(module);
  const auto check_functions = [](verifier::Context& c) {
    for (std::size_t i = 0; i < c.module.functions.size(); ++i) check_function(c, FunctionId(i));
  };
  using Step = void (*)(verifier::Context&);
  for (const Step step : {&verifier::check_types, &verifier::check_module, static_cast<Step>(check_functions),
                          &verifier::check_graphs}) {
    step(context);
    if (!context.ok()) return std::unexpected(std::move(context.findings));
  }
  return ValidModule(std::move(module));
}

}  // namespace slipway::ir
