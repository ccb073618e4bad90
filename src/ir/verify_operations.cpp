// The type rules of operations. Most follow a signature of one line; the rest have a function each.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/verify_context.h"

namespace slipway::ir::verifier {
namespace {

// What T may be in a signature: scalars by bit, and shapes by bit.
enum Domain : std::uint8_t {
  b = 1,
  i = 2,
  u = 4,
  f = 8,  // f32 and f16
  S = 16,
  V = 32,
  M = 64,
};
constexpr int iu = i | u;
constexpr int iuf = i | u | f;
constexpr int SV = S | V;

// Operands of an operation, and `result:` before them. T: the type that the domain bounds; e: its scalar; B,
// I, U: bool, i32, u32 with as many components as T; 1, 2, 3: bool, i32, u32; p, q: vec4, vec2 of f32; s, t:
// vec4 of i32, u32.
struct Signature {
  std::string_view pattern;  // empty where the operation has no signature
  std::uint8_t domain = 0;
};

constexpr std::array<Signature, op_count> make_signatures() {
  std::array<Signature, op_count> table{};
  const auto set = [&table](std::initializer_list<Op> ops, int domain, std::string_view pattern) {
    for (const Op op : ops)
      table[static_cast<std::size_t>(op)] = {pattern, static_cast<std::uint8_t>(domain)};
  };
  set({Op::neg}, i | f | SV, "T:T");
  set({Op::bit_not, Op::count_leading_zeros, Op::count_one_bits, Op::count_trailing_zeros,
       Op::first_leading_bit, Op::first_trailing_bit, Op::reverse_bits},
      iu | SV, "T:T");
  set({Op::logical_not}, b | SV, "T:T");
  set({Op::add, Op::sub}, iuf | SV | M, "T:TT");
  set({Op::mul, Op::div, Op::rem, Op::max, Op::min}, iuf | SV, "T:TT");
  set({Op::bit_and, Op::bit_or}, b | iu | SV, "T:TT");
  set({Op::bit_xor}, iu | SV, "T:TT");
  set({Op::shl, Op::shr}, iu | SV, "T:TU");
  set({Op::eq, Op::ne}, b | iuf | SV, "B:TT");
  set({Op::lt, Op::le, Op::gt, Op::ge}, iuf | SV, "B:TT");
  set({Op::all, Op::any}, b | SV, "1:T");
  set({Op::abs}, iuf | SV, "T:T");
  set({Op::sign}, i | f | SV, "T:T");
  set({Op::acos,         Op::acosh, Op::asin,    Op::asinh,   Op::atan,  Op::atanh,          Op::ceil,
       Op::cos,          Op::cosh,  Op::degrees, Op::exp,     Op::exp2,  Op::floor,          Op::fract,
       Op::inverse_sqrt, Op::log,   Op::log2,    Op::radians, Op::round, Op::saturate,       Op::sin,
       Op::sinh,         Op::sqrt,  Op::tan,     Op::tanh,    Op::trunc, Op::quantize_to_f16},
      f | SV, "T:T");
  set({Op::atan2, Op::pow, Op::step}, f | SV, "T:TT");
  set({Op::clamp}, iuf | SV, "T:TTT");
  set({Op::fma, Op::mix, Op::smoothstep}, f | SV, "T:TTT");
  set({Op::cross, Op::reflect}, f | V, "T:TT");
  set({Op::face_forward}, f | V, "T:TTT");
  set({Op::refract}, f | V, "T:TTe");
  set({Op::normalize}, f | V, "T:T");
  set({Op::length}, f | SV, "e:T");
  set({Op::distance}, f | SV, "e:TT");
  set({Op::dot}, iuf | V, "e:TT");
  set({Op::dot4_u8_packed}, 0, "3:33");
  set({Op::dot4_i8_packed}, 0, "2:33");
  set({Op::extract_bits}, iu | SV, "T:T33");
  set({Op::insert_bits}, iu | SV, "T:TT33");
  set({Op::ldexp}, f | SV, "T:TI");
  set({Op::pack4x8snorm, Op::pack4x8unorm}, 0, "3:p");
  set({Op::pack2x16snorm, Op::pack2x16unorm, Op::pack2x16float}, 0, "3:q");
  set({Op::pack4x_i8, Op::pack4x_i8_clamp}, 0, "3:s");
  set({Op::pack4x_u8, Op::pack4x_u8_clamp}, 0, "3:t");
  set({Op::unpack4x8snorm, Op::unpack4x8unorm}, 0, "p:3");
  set({Op::unpack2x16snorm, Op::unpack2x16unorm, Op::unpack2x16float}, 0, "q:3");
  set({Op::unpack4x_i8}, 0, "s:3");
  set({Op::unpack4x_u8}, 0, "t:3");
  set({Op::trap}, 0, "v:3");
  set({Op::trap_bounds}, 0, "v:33");
  set({Op::workgroup_barrier, Op::storage_barrier, Op::texture_barrier, Op::loop}, 0, "v:");
  set({Op::if_}, 0, "v:1");
  set({Op::switch_}, iu | S, "v:T");
  set({Op::launch_word}, 0, "3:");
  set({Op::subgroup_add, Op::subgroup_exclusive_add, Op::subgroup_inclusive_add, Op::subgroup_mul,
       Op::subgroup_exclusive_mul, Op::subgroup_inclusive_mul, Op::subgroup_max, Op::subgroup_min,
       Op::subgroup_broadcast, Op::subgroup_broadcast_first, Op::quad_broadcast, Op::quad_swap_x,
       Op::quad_swap_y, Op::quad_swap_diagonal},
      iuf | SV, "T:T");
  set({Op::subgroup_and, Op::subgroup_or, Op::subgroup_xor}, iu | SV, "T:T");
  set({Op::subgroup_all, Op::subgroup_any}, 0, "1:1");
  set({Op::subgroup_elect}, 0, "1:");
  set({Op::subgroup_ballot}, 0, "t:1");
  set({Op::subgroup_shuffle, Op::subgroup_shuffle_xor, Op::subgroup_shuffle_up, Op::subgroup_shuffle_down},
      iuf | SV, "T:T3");
  return table;
}
constexpr std::array<Signature, op_count> signatures = make_signatures();

class OperationChecker {
 public:
  OperationChecker(Context& context, FunctionId function, InstId id)
      : context_(context),
        module_(context.module),
        types_(context.module.types),
        function_id_(function),
        function_(context.module[function]),
        id_(id),
        inst_(function_[id]),
        operands_(function_.operands_of(inst_)) {}

  void run() {
    const TypeFacts& facts = context_.facts_of(inst_.type);
    if (facts.has_f16 && !module_.uses_f16) bad("ir.feature", "uses f16, which is not enabled");
    if ((info(inst_.op).traits & trait::subgroup) != 0 && !module_.uses_subgroups)
      bad("ir.feature", "is a subgroup operation, and subgroups are not enabled");
    if (const Signature& signature = signatures[static_cast<std::size_t>(inst_.op)];
        !signature.pattern.empty())
      check_signature(signature);
    check_rest();
  }

 private:
  [[nodiscard]] TypeId type_of(std::size_t index) const {
    return module_.type_of(function_, operands_[index]);
  }
  [[nodiscard]] const Type& operand(std::size_t index) const { return types_[type_of(index)]; }
  [[nodiscard]] const Type& result() const { return types_[inst_.type]; }

  // The type that the letter stands for is `id`.
  bool fits(TypeId id, char letter, TypeId bound) const {
    const Type& t = types_[id];
    const Type& shape = types_[bound];
    const auto is_shaped = [&](Scalar scalar) {
      return t.kind == shape.kind && t.rows == shape.rows && t.columns == shape.columns && t.scalar == scalar;
    };
    const auto is_vector = [&](Scalar scalar, unsigned rows) {
      return t.kind == TypeKind::vector && t.scalar == scalar && t.rows == rows;
    };
    switch (letter) {
      case 'v': return id == types_.void_type();
      case 'T': return id == bound;
      case 'e': return id == types_.scalar(shape.scalar);
      case 'B': return is_shaped(Scalar::boolean);
      case 'I': return is_shaped(Scalar::i32);
      case 'U': return is_shaped(Scalar::u32);
      case '1': return id == types_.boolean();
      case '2': return id == types_.i32();
      case '3': return id == types_.u32();
      case 'p': return is_vector(Scalar::f32, 4);
      case 'q': return is_vector(Scalar::f32, 2);
      case 's': return is_vector(Scalar::i32, 4);
      case 't': return is_vector(Scalar::u32, 4);
      default: SLIPWAY_UNREACHABLE();
    }
  }

  std::string expectation(char letter, TypeId bound) const {
    const Type& shape = types_[bound];
    const auto shaped = [&](std::string_view scalar) {
      return shape.kind == TypeKind::vector ? fmt::format("vec{}<{}>", shape.rows, scalar)
                                            : std::string(scalar);
    };
    switch (letter) {
      case 'v': return "void";
      case 'T': return context_.text(bound);
      case 'e': return std::string(to_string(shape.scalar));
      case 'B': return shaped("bool");
      case 'I': return shaped("i32");
      case 'U': return shaped("u32");
      case '1': return "bool";
      case '2': return "i32";
      case '3': return "u32";
      case 'p': return "vec4<f32>";
      case 'q': return "vec2<f32>";
      case 's': return "vec4<i32>";
      default: return "vec4<u32>";
    }
  }

  void check_signature(const Signature& signature) {
    const std::string_view pattern = signature.pattern;
    const std::string_view letters = pattern.substr(2);
    TypeId bound;
    if (const std::size_t first = letters.find('T'); first != std::string_view::npos) {
      bound = type_of(first);
      if (!in_domain(types_[bound], signature.domain))
        return bad("ir.operand",
                   fmt::format("cannot take operand {} of type {}", first + 1, context_.text(bound)));
    } else {
      bound = types_.void_type();
    }
    for (std::size_t k = 0; k < letters.size(); ++k)
      if (!fits(type_of(k), letters[k], bound)) wrong_operand(k, expectation(letters[k], bound));
    if (!fits(inst_.type, pattern[0], bound)) wrong_result(expectation(pattern[0], bound));
  }

  static bool in_domain(const Type& t, unsigned domain) {
    unsigned shape = 0;
    if (t.kind == TypeKind::scalar) shape = S;
    if (t.kind == TypeKind::vector) shape = V;
    if (t.kind == TypeKind::matrix) shape = M;
    constexpr std::array<unsigned, 5> scalar_bits{b, i, u, f, f};
    return (domain & shape) != 0 && (domain & scalar_bits[static_cast<std::size_t>(t.scalar)]) != 0;
  }

  void check_rest() {
    switch (inst_.op) {
      case Op::param: return check_param();
      case Op::builtin: return check_builtin();
      case Op::override_ref: return expect_result(module_[OverrideId(inst_.imm)].type);
      case Op::construct: return check_construct();
      case Op::splat: return check_splat();
      case Op::extract: return check_extract();
      case Op::extract_dynamic: return check_extract_dynamic();
      case Op::insert: return check_insert();
      case Op::shuffle: return check_shuffle();
      case Op::select: return check_select();
      case Op::convert: return check_convert();
      case Op::bitcast: return check_bitcast();
      case Op::quantize_to_f16:
        if (result().scalar != Scalar::f32) wrong_result("f32 or a vector of it");
        return;
      case Op::cross:
        if (result().rows != 3) wrong_result("a vector of 3 components");
        return;
      case Op::mat_mul: return check_mat_mul();
      case Op::determinant: return check_determinant();
      case Op::transpose: return check_transpose();
      case Op::frexp: return check_parts(true);
      case Op::modf: return check_parts(false);
      case Op::subgroup_broadcast:
        if (inst_.imm > 127) wrong_immediate("a lane up to 127");
        return;
      case Op::quad_broadcast:
        if (inst_.imm > 3) wrong_immediate("a lane up to 3");
        return;
      case Op::trap:
        if (inst_.imm >= module_.tags.size()) wrong_immediate("the number of a tag");
        return;
      case Op::switch_: return check_switch();
      case Op::call: return check_call();
      case Op::result: return;  // checked with its place
      default: return check_memory();
    }
  }

  void check_memory() {
    switch (inst_.op) {
      case Op::var: return check_var();
      case Op::access: return check_access();
      case Op::member: return check_member();
      case Op::load: return check_load();
      case Op::store: return check_store();
      case Op::array_length: return check_array_length();
      case Op::workgroup_uniform_load: return check_workgroup_uniform_load();
      case Op::atomic_load:
      case Op::atomic_store:
      case Op::atomic_add:
      case Op::atomic_sub:
      case Op::atomic_max:
      case Op::atomic_min:
      case Op::atomic_and:
      case Op::atomic_or:
      case Op::atomic_xor:
      case Op::atomic_exchange:
      case Op::atomic_compare_exchange_weak: return check_atomic();
      default: return;
    }
  }

  void check_param() {
    if (inst_.imm >= function_.parameters.size()) return wrong_immediate("the number of a parameter");
    expect_result(function_.parameters[inst_.imm].type);
  }

  void check_builtin() {
    if (!context_.is_entry[function_id_.index]) bad("ir.builtin", "stands outside an entry function");
    if (inst_.imm > static_cast<std::uint32_t>(BuiltinInput::num_subgroups))
      return wrong_immediate("the number of an input");
    const auto input = static_cast<BuiltinInput>(inst_.imm);
    const bool is_vector = input == BuiltinInput::local_invocation_id ||
                           input == BuiltinInput::global_invocation_id ||
                           input == BuiltinInput::workgroup_id || input == BuiltinInput::num_workgroups;
    const Type& t = result();
    if (is_vector && (t.kind != TypeKind::vector || t.scalar != Scalar::u32 || t.rows != 3))
      wrong_result("vec3<u32>");
    if (!is_vector && inst_.type != types_.u32()) wrong_result("u32");
    const bool is_subgroup = input >= BuiltinInput::subgroup_invocation_id;
    if (is_subgroup && !module_.uses_subgroups)
      bad("ir.feature", "reads a subgroup input, and subgroups are not enabled");
  }

  void check_construct() {
    const Type& t = result();
    if (!context_.facts_of(inst_.type).constructible || t.kind == TypeKind::scalar)
      return wrong_result("a vector, matrix, array or structure");
    if (t.kind == TypeKind::vector) return check_construct_vector(t);
    std::size_t expected = t.columns;
    if (t.kind == TypeKind::array) expected = t.count;
    if (t.kind == TypeKind::structure) expected = t.members.size();
    if (operands_.size() != expected)
      return bad("ir.arity", fmt::format("takes {} operands for {}, found {}", expected,
                                         context_.text(inst_.type), operands_.size()));
    for (std::uint32_t k = 0; k < operands_.size(); ++k) expect_operand(k, types_.child(inst_.type, k));
  }

  void check_construct_vector(const Type& t) {
    unsigned components = 0;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const Type& part = operand(k);
      const bool fits_in =
          (part.kind == TypeKind::scalar || part.kind == TypeKind::vector) && part.scalar == t.scalar;
      if (!fits_in) return wrong_operand(k, fmt::format("{} or a vector of it", to_string(t.scalar)));
      components += part.kind == TypeKind::scalar ? 1U : part.rows;
    }
    if (components != t.rows)
      bad("ir.arity",
          fmt::format("takes {} components for {}, found {}", t.rows, context_.text(inst_.type), components));
  }

  void check_splat() {
    if (result().kind != TypeKind::vector) return wrong_result("a vector");
    expect_operand(0, types_.scalar(result().scalar));
  }

  // The type of part `imm` of the composite value that operand 0 is; null, and a finding, without one.
  TypeId part() {
    const TypeId composite = type_of(0);
    const TypeId child =
        context_.facts_of(composite).constructible ? types_.child(composite, inst_.imm) : TypeId();
    if (!child.valid()) wrong_immediate(fmt::format("the index of a part of {}", context_.text(composite)));
    return child;
  }

  void check_extract() {
    if (const TypeId child = part(); child.valid()) expect_result(child);
  }

  void check_insert() {
    const TypeId child = part();
    if (!child.valid()) return;
    expect_operand(1, child);
    expect_result(type_of(0));
  }

  void check_extract_dynamic() {
    const Type& t = operand(0);
    const bool indexable =
        (t.kind == TypeKind::vector || t.kind == TypeKind::matrix || t.kind == TypeKind::array) &&
        context_.facts_of(type_of(0)).constructible;
    if (!indexable) return wrong_operand(0, "a vector, matrix or array");
    expect_index(1);
    expect_result(types_.child(type_of(0), 0));
  }

  void check_shuffle() {
    const Type& source = operand(0);
    const Type& t = result();
    if (source.kind != TypeKind::vector) return wrong_operand(0, "a vector");
    if (t.kind != TypeKind::vector || t.scalar != source.scalar)
      return wrong_result(fmt::format("a vector of {}", to_string(source.scalar)));
    for (unsigned k = 0; k < 8; ++k) {
      const unsigned component = inst_.imm >> (4 * k) & 15U;
      if (component >= (k < t.rows ? source.rows : 1U)) return wrong_immediate("components of the vector");
    }
  }

  void check_select() {
    const Type& t = result();
    if (t.kind != TypeKind::scalar && t.kind != TypeKind::vector) return wrong_result("a scalar or vector");
    expect_operand(0, inst_.type);
    expect_operand(1, inst_.type);
    if (type_of(2) != types_.boolean() && !fits(type_of(2), 'B', inst_.type))
      wrong_operand(2, expectation('B', inst_.type));
  }

  void check_convert() {
    const Type& from = operand(0);
    const Type& to = result();
    const bool is_shape =
        to.kind == TypeKind::scalar || to.kind == TypeKind::vector || to.kind == TypeKind::matrix;
    if (!is_shape) return wrong_result("a scalar, vector or matrix");
    if (from.kind != to.kind || from.rows != to.rows || from.columns != to.columns)
      wrong_operand(0, fmt::format("the shape of {}", context_.text(inst_.type)));
  }

  // Bits of a numeric scalar or vector; 0 for anything else.
  static unsigned bits_of(const Type& t) {
    if ((t.kind != TypeKind::scalar && t.kind != TypeKind::vector) || t.scalar == Scalar::boolean) return 0;
    return (t.scalar == Scalar::f16 ? 16U : 32U) * (t.kind == TypeKind::vector ? t.rows : 1U);
  }

  void check_bitcast() {
    const unsigned bits = bits_of(result());
    if (bits == 0) return wrong_result("a numeric scalar or vector");
    if (bits_of(operand(0)) != bits)
      wrong_operand(0, fmt::format("a numeric scalar or vector of {} bits", bits));
  }

  void check_mat_mul() {
    const Type& l = operand(0);
    const Type& r = operand(1);
    const bool left_matrix = l.kind == TypeKind::matrix;
    const bool right_matrix = r.kind == TypeKind::matrix;
    if ((!left_matrix && !right_matrix) || l.scalar != r.scalar)
      return bad("ir.operand", fmt::format("cannot multiply {} by {}", context_.text(type_of(0)),
                                           context_.text(type_of(1))));
    Type expected{.kind = TypeKind::vector, .scalar = l.scalar};
    bool fit = false;
    if (left_matrix && right_matrix) {
      fit = l.columns == r.rows;
      expected.kind = TypeKind::matrix;
      expected.rows = l.rows;
      expected.columns = r.columns;
    } else if (left_matrix && r.kind == TypeKind::vector) {
      fit = l.columns == r.rows;
      expected.rows = l.rows;
    } else if (right_matrix && l.kind == TypeKind::vector) {
      fit = l.rows == r.rows;
      expected.rows = r.columns;
    } else {  // a matrix and a scalar
      fit = l.kind == TypeKind::scalar || r.kind == TypeKind::scalar;
      expected = left_matrix ? l : r;
    }
    if (!fit)
      return bad("ir.operand", fmt::format("cannot multiply {} by {}", context_.text(type_of(0)),
                                           context_.text(type_of(1))));
    const Type& t = result();
    if (t.kind != expected.kind || t.scalar != expected.scalar || t.rows != expected.rows ||
        t.columns != expected.columns)
      bad("ir.result_type", fmt::format("cannot give {}", context_.text(inst_.type)));
  }

  void check_determinant() {
    const Type& t = operand(0);
    if (t.kind != TypeKind::matrix || t.rows != t.columns) return wrong_operand(0, "a square matrix");
    expect_result(types_.scalar(t.scalar));
  }

  void check_transpose() {
    const Type& from = operand(0);
    const Type& to = result();
    if (from.kind != TypeKind::matrix) return wrong_operand(0, "a matrix");
    if (to.kind != TypeKind::matrix || to.scalar != from.scalar || to.rows != from.columns ||
        to.columns != from.rows)
      wrong_result(fmt::format("mat{}x{}<{}>", from.rows, from.columns, to_string(from.scalar)));
  }

  // frexp and modf: a structure of two parts, the second an i32 where `integer_exponent`.
  void check_parts(bool integer_exponent) {
    const TypeId id = type_of(0);
    if (!in_domain(types_[id], f | SV)) return wrong_operand(0, "a float scalar or vector");
    const Type& t = result();
    const bool fit = t.kind == TypeKind::structure && t.members.size() == 2 && t.members[0].type == id &&
                     fits(t.members[1].type, integer_exponent ? 'I' : 'T', id);
    if (!fit)
      wrong_result(fmt::format("a structure of {} and {}", context_.text(id),
                               expectation(integer_exponent ? 'I' : 'T', id)));
  }

  void check_switch() {
    const SwitchTable& table = function_.switches[inst_.imm];
    std::size_t defaults = 0;
    std::vector<std::uint32_t> selectors;
    for (const SwitchCase& c : table) {
      defaults += c.is_default ? 1U : 0U;
      selectors.insert(selectors.end(), c.selectors.begin(), c.selectors.end());
    }
    if (defaults != 1) bad("ir.switch", fmt::format("has {} default cases, expected 1", defaults));
    std::ranges::sort(selectors);
    if (std::ranges::adjacent_find(selectors) != selectors.end()) bad("ir.switch", "has a selector twice");
  }

  void check_call() {
    const Function& callee = module_[FunctionId(inst_.imm)];
    const auto wrong = [&](const std::string& what) {
      bad("ir.call", fmt::format("of '{}' {}", callee.name, what));
    };
    if (context_.is_entry[inst_.imm])
      bad("ir.entry_point", fmt::format("calls entry function '{}'", callee.name));
    if (operands_.size() != callee.parameters.size())
      return wrong(fmt::format("has {} arguments, expected {}", operands_.size(), callee.parameters.size()));
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (type_of(k) != callee.parameters[k].type)
        wrong(fmt::format("has {} for argument {}, expected {}", context_.text(type_of(k)), k + 1,
                          context_.text(callee.parameters[k].type)));
    if (inst_.type != callee.result)
      wrong(fmt::format("gives {}, not {}", context_.text(callee.result), context_.text(inst_.type)));
  }

  void check_var() {
    const Type& t = result();
    if (t.kind != TypeKind::pointer || t.space != AddressSpace::function)
      return wrong_result("a function pointer");
    if (!context_.facts_of(t.element).constructible)
      return bad("ir.global", fmt::format("cannot hold a {}", context_.text(t.element)));
    const std::uint64_t size = (*context_.layouts)[t.element].size;
    if (size > most_memory_bytes)
      bad("ir.size", fmt::format("takes {} bytes, more than {}", size, most_memory_bytes));
    if (operands_.size() > 1)
      return bad("ir.arity", fmt::format("takes at most 1 operand, found {}", operands_.size()));
    if (inst_.native && operands_.size() == 1) bad("ir.native", "has a value, but is not to be set");
    if (operands_.size() == 1) expect_operand(0, t.element);
  }

  bool expect_pointer() {
    if (operand(0).kind == TypeKind::pointer) return true;
    wrong_operand(0, "a pointer");
    return false;
  }

  void expect_pointer_result(const Type& from, TypeId element) {
    const Type& t = result();
    if (t.kind != TypeKind::pointer || t.space != from.space || t.access != from.access ||
        t.element != element)
      wrong_result(fmt::format("ptr<{}, {}, {}>", to_string(from.space), context_.text(element),
                               to_string(from.access)));
  }

  void check_access() {
    if (!expect_pointer()) return;
    const Type& pointer = operand(0);
    const TypeKind kind = types_[pointer.element].kind;
    if (kind != TypeKind::array && kind != TypeKind::runtime_array && kind != TypeKind::matrix &&
        kind != TypeKind::vector)
      return wrong_operand(0, "a pointer to an array, matrix or vector");
    expect_index(1);
    expect_pointer_result(pointer, types_.child(pointer.element, 0));
  }

  void check_member() {
    if (!expect_pointer()) return;
    const Type& pointer = operand(0);
    const Type& structure = types_[pointer.element];
    if (structure.kind != TypeKind::structure) return wrong_operand(0, "a pointer to a structure");
    if (inst_.imm >= structure.members.size()) return wrong_immediate("the index of a member");
    expect_pointer_result(pointer, structure.members[inst_.imm].type);
  }

  // What operand 0, a pointer to a value that can be loaded or stored, points to; null, and a finding, if
  // not.
  TypeId pointee_value() {
    if (!expect_pointer()) return {};
    const TypeId element = operand(0).element;
    if (context_.facts_of(element).constructible) return element;
    bad("ir.access", fmt::format("cannot move a {} as a whole", context_.text(element)));
    return {};
  }

  void check_load() {
    if (const TypeId element = pointee_value(); element.valid()) expect_result(element);
  }

  void check_store() {
    const TypeId element = pointee_value();
    if (!element.valid()) return;
    if (operand(0).access == Access::read) bad("ir.access", "goes through a read-only pointer");
    expect_operand(1, element);
    expect_result(types_.void_type());
  }

  void check_array_length() {
    if (!expect_pointer()) return;
    if (types_[operand(0).element].kind != TypeKind::runtime_array)
      return wrong_operand(0, "a pointer to a run-time array");
    expect_result(types_.u32());
  }

  void check_workgroup_uniform_load() {
    if (!expect_pointer()) return;
    if (operand(0).space != AddressSpace::workgroup)
      return wrong_operand(0, "a pointer into workgroup memory");
    const Type& element = types_[operand(0).element];
    if (element.kind == TypeKind::atomic) return expect_result(types_.scalar(element.scalar));
    check_load();
  }

  void check_atomic() {
    if (!expect_pointer()) return;
    const Type& pointer = operand(0);
    const Type& element = types_[pointer.element];
    if (element.kind != TypeKind::atomic) return wrong_operand(0, "a pointer to an atomic");
    if (pointer.access != Access::read_write)
      bad("ir.access", "goes through a pointer that is not read_write");
    if (pointer.space != AddressSpace::storage && pointer.space != AddressSpace::workgroup)
      wrong_operand(0, "a pointer into storage or workgroup memory");
    const TypeId scalar = types_.scalar(element.scalar);
    for (std::uint32_t k = 1; k < operands_.size(); ++k) expect_operand(k, scalar);
    if (inst_.op == Op::atomic_store) return expect_result(types_.void_type());
    if (inst_.op != Op::atomic_compare_exchange_weak) return expect_result(scalar);
    const Type& t = result();
    if (t.kind != TypeKind::structure || t.members.size() != 2 || t.members[0].type != scalar ||
        t.members[1].type != types_.boolean())
      wrong_result(fmt::format("a structure of {} and bool", to_string(element.scalar)));
  }

  void expect_index(std::size_t index) {
    if (type_of(index) != types_.i32() && type_of(index) != types_.u32()) wrong_operand(index, "i32 or u32");
  }
  void expect_operand(std::size_t index, TypeId expected) {
    if (type_of(index) != expected) wrong_operand(index, context_.text(expected));
  }
  void expect_result(TypeId expected) {
    if (inst_.type != expected) wrong_result(context_.text(expected));
  }
  void wrong_operand(std::size_t index, std::string_view expected) {
    bad("ir.operand", fmt::format("has {} for operand {}, expected {}", context_.text(type_of(index)),
                                  index + 1, expected));
  }
  void wrong_result(std::string_view expected) {
    bad("ir.result_type", fmt::format("gives {}, expected {}", context_.text(inst_.type), expected));
  }
  void wrong_immediate(std::string_view expected) {
    bad("ir.immediate", fmt::format("has immediate {}, expected {}", inst_.imm, expected));
  }
  void bad(RuleId rule, std::string_view what) {
    context_.report(
        rule, inst_.site,
        fmt::format("in function '{}': %{} '{}' {}", function_.name, id_.index, info(inst_.op).name, what));
  }

  Context& context_;
  const Module& module_;
  const TypeTable& types_;
  FunctionId function_id_;
  const Function& function_;
  InstId id_;
  const Inst& inst_;
  std::span<const Value> operands_;
};

}  // namespace

void check_operation(Context& context, FunctionId function, InstId id) {
  OperationChecker(context, function, id).run();
}

}  // namespace slipway::ir::verifier
