// Standard error, for the few lines that no Result can carry: notices, and what the command says.
#pragma once

#include <string_view>

namespace slipway {

/// Writes `line` and a line break. Where standard error takes nothing (closed, or its disk is full) the line
/// is lost and nothing else happens: nobody is left to tell.
void print_error_line(std::string_view line) noexcept;

}  // namespace slipway
