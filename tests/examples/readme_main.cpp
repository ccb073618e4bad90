#include <cstdio>
#include <vector>

#include "readme_program.h"

int main() {
  const auto y = saxpy({1, 2, 3}, {10, 20, 30});
  if (!y) {
    std::fprintf(stderr, "%s\n", y.error().to_string().c_str());
    return 1;
  }
  for (const float value : *y) std::printf("%g ", static_cast<double>(value));
  return 0;
}
