// Names for what a module's text declares: legal, and each given once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace slipway::wgsl {

/// Whether WGSL allows a declaration to have this name.
[[nodiscard]] bool is_identifier(std::string_view text);

/// The names of one scope. A name in it is in no scope around it either, so that nothing is ever hidden.
class WrittenNames {
 public:
  explicit WrittenNames(const WrittenNames* around = nullptr) : around_(around) {}

  /// Reserves a name that has to stay as it is; false where it is taken or cannot be declared.
  [[nodiscard]] bool keep(std::string_view name);
  /// A free name: `wanted`, or `otherwise` where that is no identifier, with a number behind it where it is
  /// taken or would hide what WGSL declares.
  std::string fresh(std::string_view wanted, std::string_view otherwise);
  [[nodiscard]] bool taken(std::string_view name) const;

 private:
  const WrittenNames* around_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint32_t> last_number_;
};

}  // namespace slipway::wgsl
