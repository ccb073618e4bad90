// The rules that the resolver's diagnostics name.
#pragma once

#include <string_view>

namespace slipway::wgsl::rule {

inline constexpr std::string_view unresolved = "wgsl.unresolved";        ///< a name that nothing declares
inline constexpr std::string_view redeclaration = "wgsl.redeclaration";  ///< a name declared twice in a scope
inline constexpr std::string_view cycle = "wgsl.cycle";          ///< declarations that depend on each other
inline constexpr std::string_view recursion = "wgsl.recursion";  ///< functions that call each other in a ring
inline constexpr std::string_view type_mismatch = "wgsl.type_mismatch";  ///< a type other than the one needed
inline constexpr std::string_view no_overload = "wgsl.no_overload";  ///< operands or arguments nothing takes
inline constexpr std::string_view argument_count = "wgsl.argument_count";  ///< too many or too few
inline constexpr std::string_view const_eval = "wgsl.const_eval";  ///< a constant expression without a value
inline constexpr std::string_view stage = "wgsl.stage";            ///< evaluated too late for where it stands
inline constexpr std::string_view index = "wgsl.index";            ///< a constant index out of range
inline constexpr std::string_view type = "wgsl.type";  ///< a type that cannot be formed or not used so
inline constexpr std::string_view address_space = "wgsl.address_space";  ///< not possible in this space
inline constexpr std::string_view layout = "wgsl.layout";    ///< memory layout that the address space forbids
inline constexpr std::string_view binding = "wgsl.binding";  ///< resource variables and their bindings
inline constexpr std::string_view attribute =
    "wgsl.attribute";  ///< unknown, misplaced or ill-formed attributes
inline constexpr std::string_view must_use = "wgsl.must_use";      ///< a result that must not be dropped
inline constexpr std::string_view behavior = "wgsl.behavior";      ///< where control flow can and cannot go
inline constexpr std::string_view switch_ = "wgsl.switch";         ///< selectors of a switch
inline constexpr std::string_view assignment = "wgsl.assignment";  ///< a target that cannot be written
inline constexpr std::string_view pointer = "wgsl.pointer";        ///< addresses and indirection
inline constexpr std::string_view aliasing = "wgsl.aliasing";      ///< two names for one written variable
inline constexpr std::string_view entry_point =
    "wgsl.entry_point";  ///< inputs and attributes of entry points
inline constexpr std::string_view declaration = "wgsl.declaration";  ///< a declaration lacking what it needs
inline constexpr std::string_view enable = "wgsl.enable";            ///< needs an `enable` that is not there
inline constexpr std::string_view const_assert = "wgsl.const_assert";    ///< a static assertion that fails
inline constexpr std::string_view not_supported = "wgsl.not_supported";  ///< WGSL outside the compute profile
inline constexpr std::string_view limit = "wgsl.limit";                  ///< larger than this reader takes
inline constexpr std::string_view diagnostic = "wgsl.diagnostic";  ///< unknown names in diagnostic filters

}  // namespace slipway::wgsl::rule
