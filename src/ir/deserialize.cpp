// Reads the byte form that serialize.cpp documents. The bytes may be hostile: counts are bounded by what is
// left of them, and every number is checked before it indexes anything.
#include <fmt/format.h>

#include "base/bytes.h"
#include "ir/serialize.h"
#include "ir/serialize_format.h"

namespace slipway::ir {
namespace {

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : in_(bytes) {}

  Result<Module> read() {
    if (!read_head()) return fail(ErrorCode::invalid_argument, std::move(problem_));
    const bool read = read_types() && read_constants() && read_tags() && read_overrides() && read_globals() &&
                      read_entry_points() && read_functions() && check_references();
    if (!in_.ok()) problem_ = "serialised module is cut off or damaged";
    if (!read || !in_.ok()) return fail(ErrorCode::invalid_argument, std::move(problem_));
    if (in_.remaining() != 0)
      return fail(ErrorCode::invalid_argument,
                  fmt::format("serialised module has {} bytes after its end", in_.remaining()));
    return std::move(module_);
  }

 private:
  bool damaged(std::string_view what) {
    if (problem_.empty())
      problem_ = fmt::format("serialised module has a bad {} before byte {}", what, in_.position());
    return false;
  }

  bool read_head() {
    std::string magic;
    for (std::size_t i = 0; i < format::magic.size(); ++i) magic += static_cast<char>(in_.u8());
    if (!in_.ok() || magic != format::magic) {
      problem_ = "bytes are not a serialised module";
      return false;
    }
    if (in_.u64() != format::fingerprint()) {
      problem_ = "serialised module was written by another build";
      return false;
    }
    const std::uint64_t flags = in_.varint();
    if (flags > (format::flag_f16 | format::flag_subgroups)) return damaged("flag");
    module_.uses_f16 = (flags & format::flag_f16) != 0;
    module_.uses_subgroups = (flags & format::flag_subgroups) != 0;
    module_.site_count = in_.varint32();
    return true;
  }

  // The type numbered so in the bytes; null (and a problem) out of range.
  TypeId type() {
    const std::uint32_t number = in_.varint32();
    if (number < types_.size()) return types_[number];
    damaged("type number");
    return {};
  }
  OverrideId optional_override() {
    const std::uint32_t number = in_.varint32();
    most_override_ = std::max(most_override_, number);
    return number == 0 ? OverrideId() : OverrideId(number - 1U);
  }
  FunctionId function_number(std::uint32_t number) {
    most_function_ = std::max(most_function_, std::uint64_t{number} + 1);
    return FunctionId(number);
  }
  template <class Enum>
  bool enumerator(Enum& out, Enum last) {
    const std::uint64_t value = in_.varint();
    if (value > static_cast<std::uint64_t>(last)) return damaged("enumerator");
    out = static_cast<Enum>(value);
    return true;
  }

  bool read_types() {
    for (std::uint32_t i = 0; i < format::builtin_types; ++i) types_.emplace_back(i);
    const std::uint32_t count = in_.count();
    for (std::uint32_t i = 0; i < count; ++i) {
      const TypeId id = read_type();
      if (!id.valid() || !in_.ok()) return damaged("type");
      types_.push_back(id);
    }
    return true;
  }

  TypeId read_type() {
    TypeTable& types = module_.types;
    TypeKind kind{};
    Scalar scalar{};
    if (!enumerator(kind, TypeKind::pointer)) return {};
    switch (kind) {
      case TypeKind::void_:
      case TypeKind::scalar: return {};
      case TypeKind::vector: {
        if (!enumerator(scalar, Scalar::f16)) return {};
        const unsigned rows = in_.u8();
        return rows < 2 || rows > 4 ? TypeId() : types.vector(scalar, rows);
      }
      case TypeKind::matrix: {
        if (!enumerator(scalar, Scalar::f16)) return {};
        const unsigned columns = in_.u8();
        const unsigned rows = in_.u8();
        return rows < 2 || rows > 4 || columns < 2 || columns > 4 ? TypeId()
                                                                  : types.matrix(scalar, columns, rows);
      }
      case TypeKind::atomic: return enumerator(scalar, Scalar::f16) ? types.atomic(scalar) : TypeId();
      case TypeKind::array: {
        const TypeId element = type();
        const std::uint32_t count = in_.varint32();
        const OverrideId count_override = optional_override();
        if (!element.valid() || (count != 0) == count_override.valid()) return {};
        return count_override.valid() ? types.array(element, count_override) : types.array(element, count);
      }
      case TypeKind::runtime_array: {
        const TypeId element = type();
        return element.valid() ? types.runtime_array(element) : TypeId();
      }
      case TypeKind::structure: return read_structure();
      case TypeKind::pointer: {
        AddressSpace space{};
        Access access{};
        if (!enumerator(space, AddressSpace::storage) || !enumerator(access, Access::read_write)) return {};
        const TypeId element = type();
        return element.valid() ? types.pointer(space, element, access) : TypeId();
      }
    }
    return {};
  }

  TypeId read_structure() {
    std::vector<Member> members(in_.count(3));
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i].name = fmt::format("m{}", i);
      members[i].type = type();
      members[i].align_attribute = in_.varint32();
      members[i].size_attribute = in_.varint32();
      if (!members[i].type.valid()) return {};
    }
    return module_.types.structure(fmt::format("S{}", types_.size()), std::move(members));
  }

  bool read_constants() {
    const std::uint32_t count = in_.count(2);
    constants_.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      ConstantKind kind{};
      if (!enumerator(kind, ConstantKind::zero)) return false;
      const TypeId id = type();
      if (!id.valid()) return false;
      const bool is_scalar = module_.types[id].kind == TypeKind::scalar;
      if (is_scalar != (kind == ConstantKind::scalar)) return damaged("constant");
      if (kind == ConstantKind::scalar) constants_.push_back(module_.constants.scalar(id, in_.varint32()));
      if (kind == ConstantKind::zero) constants_.push_back(module_.constants.zero(module_.types, id));
      if (kind != ConstantKind::composite) continue;
      std::vector<ConstantId> parts(in_.count());
      for (ConstantId& part : parts) {
        const std::uint32_t number = in_.varint32();
        if (number >= constants_.size()) return damaged("constant number");
        part = constants_[number];
      }
      constants_.push_back(module_.constants.composite(id, std::move(parts)));
    }
    return true;
  }

  bool read_tags() {
    module_.tags.resize(in_.count(2));
    for (Tag& tag : module_.tags) {
      tag.value = in_.varint32();
      tag.name = in_.string();
    }
    return true;
  }

  bool read_overrides() {
    module_.overrides.resize(in_.count(5));
    for (Override& o : module_.overrides) {
      o.name = in_.string();
      const std::uint64_t id = in_.varint();
      if (id > std::uint64_t{UINT32_MAX} + 1) return damaged("override id");
      if (id != 0) o.id = static_cast<std::uint32_t>(id - 1);
      o.type = type();
      const std::uint32_t initializer = in_.varint32();
      if (initializer != 0) o.initializer = function_number(initializer - 1);
      o.site = in_.varint32();
      if (!o.type.valid()) return false;
    }
    return true;
  }

  bool read_globals() {
    module_.globals.resize(in_.count(5));
    for (std::size_t i = 0; i < module_.globals.size(); ++i) {
      Global& g = module_.globals[i];
      const std::uint64_t bound = in_.varint();
      if (bound > 1) return damaged("binding");
      g.name = bound == 1 ? in_.string() : fmt::format("g{}", i);
      if (bound == 1) {
        const std::uint32_t group = in_.varint32();
        g.binding = Binding{group, in_.varint32()};
      }
      g.type = type();
      const std::uint32_t initializer = in_.varint32();
      if (initializer > constants_.size()) return damaged("constant number");
      if (initializer != 0) g.initializer = constants_[initializer - 1];
      g.initializer_override = optional_override();
      const std::uint64_t undefined = in_.varint();
      if (undefined > 1) return damaged("variable");
      g.undefined = undefined == 1;
      g.site = in_.varint32();
      if (!g.type.valid()) return false;
    }
    return true;
  }

  bool read_entry_points() {
    module_.entry_points.resize(in_.count(9));
    for (EntryPoint& entry : module_.entry_points) {
      entry.name = in_.string();
      entry.function = function_number(in_.varint32());
      for (Extent& extent : entry.workgroup_size) {
        extent.value = in_.varint32();
        extent.override_id = optional_override();
      }
      entry.site = in_.varint32();
    }
    return true;
  }

  bool read_functions() {
    module_.functions.resize(in_.count(4));
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
      module_.functions[i].name = fmt::format("f{}", i);
      if (!read_function(module_.functions[i])) return damaged("function");
    }
    return true;
  }

  bool read_function(Function& function) {
    function.parameters.resize(in_.count());
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      function.parameters[i].name = fmt::format("p{}", i);
      function.parameters[i].type = type();
      if (!function.parameters[i].type.valid()) return false;
    }
    function.result = type();
    if (!function.result.valid() || !read_switches(function)) return false;
    function.body = RegionId(0U);
    function.regions.resize(1);
    pending_regions_ = 1;
    for (std::size_t region = 0; region < function.regions.size(); ++region) {
      --pending_regions_;
      std::vector<InstId> insts(in_.count(3));
      for (InstId& id : insts) {
        id = InstId(function.insts.size());
        if (!read_inst(function)) return false;
      }
      function.regions[region].insts = std::move(insts);
    }
    return in_.ok();
  }

  bool read_switches(Function& function) {
    function.switches.resize(in_.count());
    for (SwitchTable& table : function.switches) {
      table.resize(in_.count(2));
      for (SwitchCase& c : table) {
        c.is_default = in_.varint() != 0;
        c.selectors.resize(in_.count());
        for (std::uint32_t& selector : c.selectors) selector = in_.varint32();
      }
    }
    return in_.ok();
  }

  bool read_inst(Function& function) {
    const std::uint64_t head = in_.varint();
    if (head / 2 >= format::op_count) return damaged("operation");
    Inst inst{.op = static_cast<Op>(head / 2), .native = head % 2 != 0, .type = type()};
    if (!inst.type.valid()) return false;
    inst.site = in_.varint32();
    const OpInfo& op = info(inst.op);
    inst.first_operand = static_cast<std::uint32_t>(function.operands.size());
    inst.operand_count = op.operand_count < 0 ? in_.count() : static_cast<std::uint32_t>(op.operand_count);
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      if (!read_operand(function)) return false;
    inst.imm = in_.varint32();
    if (inst.op == Op::call) function_number(inst.imm);
    if ((op.traits & trait::control) != 0) {
      inst.region_count = in_.count();
      inst.first_region = static_cast<std::uint32_t>(function.regions.size());
      pending_regions_ += inst.region_count;
      if (pending_regions_ > in_.remaining()) return damaged("region count");  // each takes a byte at least
      function.regions.resize(function.regions.size() + inst.region_count);
    }
    function.insts.push_back(inst);
    return in_.ok();
  }

  bool read_operand(Function& function) {
    const std::uint64_t bits = in_.varint();
    const std::uint64_t number = bits / 4;
    Value value;
    if (bits % 4 == format::operand_inst && number < function.insts.size())
      value = InstId(number);
    else if (bits % 4 == format::operand_constant && number < constants_.size())
      value = constants_[number];
    else if (bits % 4 == format::operand_global && number < module_.globals.size())
      value = GlobalId(number);
    else
      return damaged("operand");
    function.operands.push_back(value);
    return true;
  }

  bool check_references() {
    if (most_function_ > module_.functions.size()) return damaged("function number");
    if (most_override_ > module_.overrides.size()) return damaged("override number");
    return true;
  }

  ByteReader in_;
  Module module_;
  std::vector<TypeId> types_;          // by number in the bytes
  std::vector<ConstantId> constants_;  // by number in the bytes
  std::uint64_t most_function_ = 0;    // one more than the largest function number met
  std::uint32_t most_override_ = 0;    // the same for overrides
  std::size_t pending_regions_ = 0;    // of the function at hand: announced, not yet read
  std::string problem_;
};

}  // namespace

Result<Module> deserialize(std::span<const std::byte> bytes) { return Reader(bytes).read(); }

}  // namespace slipway::ir
