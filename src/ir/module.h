// The module: structured SSA in typed arenas.
//
// A function owns an arena of instructions, an arena of operands and an arena of regions. A region is a
// list of instructions in evaluation order that ends with one terminator; `if`, `switch` and `loop` own
// regions. There are no phis and no labels. A value is the result of an instruction, a constant, or the
// address of a module variable. Instructions stay in the arena when a pass drops them from their region.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "base/source.h"
#include "ir/constants.h"
#include "ir/types.h"

namespace slipway::ir {

struct InstTag;
struct RegionTag;
struct GlobalTag;
struct FunctionTag;
using InstId = Id<InstTag>;
using RegionId = Id<RegionTag>;
using GlobalId = Id<GlobalTag>;
using FunctionId = Id<FunctionTag>;

enum class Op : std::uint8_t {
#define OP(name, count, traits) name,
#include "ir/ops.def"
};

/// What an operation does, as bits; see ops.def.
namespace trait {
enum : std::uint16_t {
  pure = 1,
  reads = 2,
  writes = 4,
  control = 8,
  ends = 16,
  sync = 32,
  total = 64,
  subgroup = 128,
};
}
struct OpInfo {
  std::string_view name;
  int operand_count;  ///< -1 where it varies
  std::uint16_t traits;
};
[[nodiscard]] const OpInfo& info(Op op);

/// Inputs of an entry point.
enum class BuiltinInput : std::uint8_t {
  local_invocation_id,
  local_invocation_index,
  global_invocation_id,
  workgroup_id,
  num_workgroups,
  global_invocation_index,  ///< position in the whole grid, x fastest; wraps
  workgroup_index,          ///< the same of the workgroup
  subgroup_invocation_id,
  subgroup_size,
  subgroup_id,
  num_subgroups,
};
[[nodiscard]] std::string_view to_string(BuiltinInput input);

/// An operand: the result of an instruction, a constant, or the address of a module variable.
class Value {
 public:
  constexpr Value() = default;
  constexpr Value(InstId id) : bits_(id.index) {}
  constexpr Value(ConstantId id) : bits_(id.index | (1U << 30U)) {}
  constexpr Value(GlobalId id) : bits_(id.index | (2U << 30U)) {}
  [[nodiscard]] constexpr bool valid() const { return bits_ != UINT32_MAX; }
  [[nodiscard]] constexpr bool is_inst() const { return bits_ >> 30U == 0; }
  [[nodiscard]] constexpr bool is_constant() const { return bits_ >> 30U == 1; }
  [[nodiscard]] constexpr bool is_global() const { return bits_ >> 30U == 2; }
  [[nodiscard]] constexpr InstId inst() const { return InstId(bits_); }
  [[nodiscard]] constexpr ConstantId constant() const { return ConstantId(bits_ & 0x3FFFFFFFU); }
  [[nodiscard]] constexpr GlobalId global() const { return GlobalId(bits_ & 0x3FFFFFFFU); }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] static constexpr Value from_bits(std::uint32_t bits) {
    Value v;
    v.bits_ = bits;
    return v;
  }
  constexpr bool operator==(const Value&) const = default;

 private:
  std::uint32_t bits_ = UINT32_MAX;
};

/// Site 0 is nowhere. The reader numbers instructions from 1 through the module; lowering gives what it
/// makes the site of what it came from. Spans are in DebugInfo.
using SiteId = std::uint32_t;

struct Inst {
  Op op = Op::unreachable;
  bool native = false;  ///< executes as the target does it; the operands are in its domain
  TypeId type;          ///< void where there is no result
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint32_t imm = 0;
  std::uint32_t first_region = 0;
  std::uint32_t region_count = 0;
  SiteId site = 0;
};

struct Region {
  std::vector<InstId> insts;
};

/// The cases of one `switch_`, one per region in order.
struct SwitchCase {
  std::vector<std::uint32_t> selectors;  ///< bits of the i32 or u32
  bool is_default = false;               ///< exactly one case of a switch
};
using SwitchTable = std::vector<SwitchCase>;

struct Parameter {
  std::string name;
  TypeId type;
};

struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  TypeId result;
  RegionId body;
  std::vector<Inst> insts;
  std::vector<Value> operands;
  std::vector<Region> regions;
  std::vector<SwitchTable> switches;

  [[nodiscard]] Inst& operator[](InstId id) { return insts.at(id.index); }
  [[nodiscard]] const Inst& operator[](InstId id) const { return insts.at(id.index); }
  [[nodiscard]] Region& operator[](RegionId id) { return regions.at(id.index); }
  [[nodiscard]] const Region& operator[](RegionId id) const { return regions.at(id.index); }
  [[nodiscard]] std::span<const Value> operands_of(const Inst& inst) const {
    return std::span(operands).subspan(inst.first_operand, inst.operand_count);
  }
  [[nodiscard]] std::span<Value> operands_of(const Inst& inst) {
    return std::span(operands).subspan(inst.first_operand, inst.operand_count);
  }
  [[nodiscard]] std::span<const Value> operands_of(InstId id) const { return operands_of((*this)[id]); }
  [[nodiscard]] Value operand(InstId id, std::size_t i) const { return operands_of(id)[i]; }
  [[nodiscard]] RegionId region_of(const Inst& inst, std::size_t i) const {
    SLIPWAY_CHECK(i < inst.region_count);
    return RegionId(inst.first_region + i);
  }
};

struct Binding {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  auto operator<=>(const Binding&) const = default;
};

/// A module-scope variable. Its address has type `type`, a pointer.
struct Global {
  std::string name;
  TypeId type;                     ///< pointer
  std::optional<Binding> binding;  ///< storage and uniform
  Value initializer;  ///< private: a constant, null for zero; or an override by `initializer_override`
  OverrideId initializer_override;  ///< private: wins over `initializer`
  bool undefined = false;           ///< private, made by lowering: does not start as zero, as code sets it
  SiteId site = 0;
};

/// A pipeline-overridable constant, or an override expression that something in the module needs as a
/// constant (an array size, a workgroup size, an initializer): those have no name and no id.
struct Override {
  std::string name;                 ///< empty for expressions
  std::optional<std::uint32_t> id;  ///< @id
  TypeId type;                      ///< scalar; of an expression any that a constant can have
  FunctionId initializer;           ///< no parameters, returns the value; null where a value must be given
  SiteId site = 0;
};

/// A workgroup size along one axis.
struct Extent {
  std::uint32_t value = 1;
  OverrideId override_id;  ///< decides when valid
};

struct EntryPoint {
  std::string name;
  FunctionId function;  ///< no parameters, returns nothing; reads its inputs with `builtin`
  std::array<Extent, 3> workgroup_size;
  SiteId site = 0;
};

/// What a trap says: a constant, with the name of the module constant if it is one.
struct Tag {
  std::uint32_t value = 0;
  std::string name;
};

struct Module {
  TypeTable types;
  ConstantTable constants;
  std::vector<Global> globals;
  std::vector<Override> overrides;
  std::vector<Function> functions;
  std::vector<EntryPoint> entry_points;
  std::vector<Tag> tags;
  SiteId site_count = 1;  ///< sites in use are below this
  bool uses_f16 = false;  ///< `enable f16`
  bool uses_subgroups = false;

  [[nodiscard]] Function& operator[](FunctionId id) { return functions.at(id.index); }
  [[nodiscard]] const Function& operator[](FunctionId id) const { return functions.at(id.index); }
  [[nodiscard]] Global& operator[](GlobalId id) { return globals.at(id.index); }
  [[nodiscard]] const Global& operator[](GlobalId id) const { return globals.at(id.index); }
  [[nodiscard]] const Override& operator[](OverrideId id) const { return overrides.at(id.index); }

  [[nodiscard]] TypeId type_of(const Function& function, Value value) const {
    if (value.is_constant()) return constants[value.constant()].type;
    if (value.is_global()) return globals.at(value.global().index).type;
    return function[value.inst()].type;
  }
};

/// A `@diagnostic` attribute or directive: what a rule's findings in `range` count as.
struct RuleFilter {
  Span range;                        ///< nowhere: the whole module
  std::string rule;                  ///< as WGSL names it: `subgroup_uniformity`
  std::optional<Severity> severity;  ///< empty: off
};

/// Where things of a module are in its sources. A side table: identity does not see it.
struct DebugInfo {
  std::vector<Span> site_spans;  ///< by SiteId
  /// By SiteId: the variable a `var` or `param` came from; "assert" for a trap that was written so; else
  /// empty.
  std::vector<std::string> site_names;
  std::vector<RuleFilter> filters;  ///< an inner range wins over one around it
  [[nodiscard]] Span span(SiteId site) const { return site < site_spans.size() ? site_spans[site] : Span{}; }
};

/// Visits the regions below `root` (and `root`) in evaluation order without recursion.
/// `visit(RegionId)` is called once for each region before those it contains.
template <class Visit>
void for_each_region(const Function& function, RegionId root, Visit visit) {
  std::vector<RegionId> stack{root};
  while (!stack.empty()) {
    const RegionId region = stack.back();
    stack.pop_back();
    visit(region);
    const auto& insts = function[region].insts;
    for (const InstId id : std::views::reverse(insts)) {
      const Inst& inst = function[id];
      for (std::uint32_t i = inst.region_count; i-- > 0;) stack.emplace_back(inst.first_region + i);
    }
  }
}

}  // namespace slipway::ir
