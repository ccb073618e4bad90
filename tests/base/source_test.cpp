// Places in sources, and how diagnostics show them.
#include "base/source.h"

#include <gtest/gtest.h>

namespace slipway {
namespace {

SourceMap one_file(std::string text) {
  return SourceMap(std::vector<SourceFile>{{"a.wgsl", std::move(text)}});
}

std::pair<std::uint32_t, std::uint32_t> place(const SourceMap& sources, std::uint32_t offset) {
  const Position position = sources.position(0, offset);
  return {position.line, position.column};
}

TEST(source_map, lines_end_where_wgsl_says) {
  const SourceMap sources = one_file("a\nb\rc\r\nd\ve\ff\xC2\x85g\xE2\x80\xA8h\xE2\x80\xA9i");
  const std::string& text = sources.files()[0].text;
  std::uint32_t line = 1;
  for (const char c : std::string("abcdefghi"))
    EXPECT_EQ(place(sources, static_cast<std::uint32_t>(text.find(c))), std::pair(line++, 1U)) << c;
}

TEST(source_map, columns_count_code_points) {
  const SourceMap sources = one_file("größe x\n\xC2\xA0y");
  EXPECT_EQ(place(sources, 8), std::pair(1U, 7U));
  EXPECT_EQ(place(sources, 12), std::pair(2U, 2U));
}

TEST(source_map, the_end_of_the_text_has_a_place) {
  const SourceMap sources(std::vector<SourceFile>{{"a", "ab\n"}, {"b", ""}});
  EXPECT_EQ(place(sources, 3), std::pair(2U, 1U));
  EXPECT_EQ(sources.position(1, 0).line, 1U);
}

TEST(source_map, diagnostics_show_the_line_and_what_to_underline) {
  const SourceMap sources = one_file("x\n\tgröße = 1;\r\ny");
  const Diagnostic d = sources.diagnose({0, 3, 10}, "wgsl.rule", "bad");
  EXPECT_EQ(d.source_line, "\tgröße = 1;");
  EXPECT_EQ(d.width, 5U);
  EXPECT_EQ(to_string(d), "a.wgsl:2:2: error: bad [wgsl.rule]\n  \tgröße = 1;\n  \t^~~~~");
}

TEST(source_map, control_characters_are_shown_and_never_sent_to_a_terminal) {
  const SourceMap sources = one_file("a\x1B[2J\x07\t\xC2\x9B\x7F\u00E9 z");
  const Diagnostic d = sources.diagnose({0, 12, 13}, "r", "m");
  EXPECT_EQ(to_string(d),
            "a.wgsl:1:11: error: m [r]\n  a\uFFFD[2J\uFFFD\t\uFFFD\uFFFD\u00E9 z\n        \t   ^");
}

TEST(source_map, what_spans_lines_is_underlined_on_the_first) {
  const SourceMap sources = one_file("f(\n1)");
  EXPECT_EQ(sources.diagnose({0, 0, 5}, "r", "m").width, 2U);
}

TEST(source_map, a_huge_line_is_not_quoted) {
  const SourceMap sources = one_file(std::string(2000, 'x') + "\n" + std::string(2001, 'x'));
  EXPECT_EQ(sources.diagnose({0, 0, 1}, "r", "m").source_line.size(), 2000U);
  const Diagnostic d = sources.diagnose({0, 4001, 4002}, "r", "m");
  EXPECT_EQ(to_string(d), "a.wgsl:2:2001: error: m [r]");
}

TEST(source_map, a_diagnostic_without_a_place_says_only_what) {
  const SourceMap sources = one_file("x");
  EXPECT_EQ(to_string(sources.diagnose({}, "r", "m")), "error: m [r]");
}

}  // namespace
}  // namespace slipway
