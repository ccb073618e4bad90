// Loops of every form inside loops of every form: what invocations assigned before they left, and nothing of
// the rounds that others stay for, is what they go on with.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <slipway/slipway.h>

#include "support/on_driver.h"

namespace slipway {
namespace {

// FIRST and LAST assign, INNER is the next loop, `i` this one's counter and `most` its limit, all of which
// differ between invocations.
struct Form {
  std::string_view name;
  std::string_view text;
};
constexpr std::array forms{
    Form{"break_last", "loop { FIRST INNER LAST i++; if i >= most { break; } }"},
    Form{"break_first", "loop { if i > most { break; } FIRST INNER LAST i++; }"},
    Form{"break_between", "loop { FIRST i++; if i >= most { break; } INNER LAST }"},
    Form{"break_behind_assignment",
         "loop { FIRST INNER i++; if i >= most { LAST break; } else if i == 2 { continue; } FIRST }"},
    Form{"break_if", "loop { FIRST INNER continuing { LAST i++; break if i >= most; } }"},
    Form{"for", "for (; i < most; i++) { FIRST INNER LAST }"},
    Form{"continue", "while i < most { FIRST i++; if (sum & 1) == 0 { continue; } INNER LAST }"},
    Form{"switch",
         "loop { FIRST i++; switch i % 3 { case 0 { LAST continue; }"
         " case 1 { INNER if i > most { break; } LAST }"
         " default { if (me & 1) == 0 { break; } LAST } } if i >= most { break; } FIRST }"},
    Form{"return",
         "loop { FIRST INNER i++; if sum % 5 == 3 { return sum + 1; } LAST if i > most { break; } }"},
};
constexpr std::size_t depth = 3;

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string loops(std::array<std::size_t, depth> nest) {
  std::string text = "INNER";
  for (std::size_t level = 0; level < depth; ++level) {
    std::string loop =
        fmt::format("var i = 0u; let most = rounds[(me + {}) % 8]; {}", level * 3, forms[nest[level]].text);
    replace_all(loop, "FIRST", fmt::format("sum = sum * 3 + i; pair = pair.yx + vec2({}, sum);", level));
    replace_all(loop, "LAST", "kept = kept * 5 + sum; few[i % 3] ^= pair.x;");
    replace_all(text, "INNER", fmt::format("{{ {} }}", loop));
  }
  replace_all(text, "INNER", "sum++;");
  return text;
}

// One function for each form of the innermost loop.
std::string program(std::size_t outer, std::size_t middle) {
  std::string text = R"(
@group(0) @binding(0) var<storage, read_write> out: array<array<array<u32, 7>, 9>>;
@group(0) @binding(1) var<storage, read> rounds: array<u32>;
var<private> kept: u32;
var<private> pair: vec2<u32>;
var<private> few: array<u32, 3>;
)";
  std::string calls;
  for (std::size_t inner = 0; inner < forms.size(); ++inner) {
    text += fmt::format("fn nest{}(me: u32) -> u32 {{\n  var sum = me;\n  {}\n  return sum;\n}}\n", inner,
                        loops({outer, middle, inner}));
    calls += fmt::format(
        "  {{ let sum = nest{0}(me); out[me][{0}] = array(sum, kept, pair.x, pair.y, few[0], few[1], "
        "few[2]); "
        "}}\n",
        inner);
  }
  return text + "@compute @workgroup_size(8)\nfn main(@builtin(local_invocation_index) me: u32) {\n" + calls +
         "}\n";
}

std::vector<std::uint32_t> outputs(const Pipeline& pipeline) {
  const std::vector<std::uint32_t> rounds{1, 2, 3, 0, 4, 2, 1, 3};
  constexpr std::size_t words = 8UL * 9 * 7;
  auto run = pipeline.run({{"rounds", rounds}, {"out", std::vector<std::uint32_t>(words)}}, {.grid = 1});
  if (!run) throw std::runtime_error(run.error().to_string());
  const auto out = run->get<std::uint32_t>("out");
  return {out->begin(), out->end()};
}

// The parameter is a device and the form of the outer loop.
class LoopNestings : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    if (!IsSkipped()) keep(Device::open({.selector = selector()}));
  }
  static std::size_t outer() {
    const std::string form = GetParam().substr(name().size() + 1);
    return static_cast<std::size_t>(std::ranges::find(forms, form, &Form::name) - forms.begin());
  }
};

TEST_P(LoopNestings, give_what_the_reference_gives) {
  auto reference = Device::open({.selector = "reference"});
  ASSERT_TRUE(reference);
  for (std::size_t middle = 0; middle < forms.size(); ++middle) {
    SCOPED_TRACE(forms[middle].name);
    const std::string text = program(outer(), middle);
    const auto expected = reference->compile_source(text);
    ASSERT_TRUE(expected) << expected.error().to_string() << text;
    EXPECT_EQ(outputs(compiled(text)), outputs(*expected)) << text;
  }
}

std::vector<std::string> devices_and_forms() {
  std::vector<std::string> all;
  for (const std::string_view device : {"lavapipe", "swiftshader"})
    for (const Form& form : forms) all.push_back(fmt::format("{}_{}", device, form.name));
  return all;
}

INSTANTIATE_TEST_SUITE_P(, LoopNestings, testing::ValuesIn(devices_and_forms()), tests::device_name);

}  // namespace
}  // namespace slipway
