#include "base/console.h"

#include <cstdio>

namespace slipway {

void print_error_line(std::string_view line) noexcept {
  // Not fmt::print, which throws where it cannot write.
  flockfile(stderr);  // lines of several threads stay whole
  if (std::fwrite(line.data(), 1, line.size(), stderr) == line.size()) std::fputc('\n', stderr);
  funlockfile(stderr);
}

}  // namespace slipway
