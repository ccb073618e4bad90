#include "pipeline/arguments.h"
#include "hal/parts.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace slipway::pipeline {
namespace {

using kernel::BindingKind;

const Slot input{"x", BindingKind::storage_read, Role::in_out, true, 0, 4, 0};
const Slot params{"params", BindingKind::uniform, Role::in_out, false, 16, 16, 1};
const Slot tailed{"list", BindingKind::storage_read_write, Role::in_out, true, 8, 8, 2};
const Slot bins{"bins", BindingKind::storage_read_write, Role::in_out, false, 1024, 4, 3};

Slot with_role(Slot slot, Role role) {
  slot.role = role;
  return slot;
}

std::string message_of(const std::vector<Slot>& slots, const std::vector<NamedArgument>& arguments,
                       const RunOptions& options = {}) {
  const auto bound = bind_arguments(slots, arguments, options);
  if (bound) return "no error";
  EXPECT_EQ(bound.error().code(), ErrorCode::invalid_argument);
  return bound.error().message();
}

const std::array<std::uint32_t, 10> ten{};
const std::array<std::uint32_t, 4> four{};

TEST(BindArguments, sizes_come_from_arguments_options_and_types) {
  const auto bound = bind_arguments(std::vector{input, tailed, bins}, std::vector<NamedArgument>{{"x", ten}},
                                    {.sizes = {{"list", 3}}});
  ASSERT_TRUE(bound) << bound.error().message();
  EXPECT_EQ((*bound)[0].bytes, 40U);
  EXPECT_EQ((*bound)[0].host.size(), 40U);
  EXPECT_FALSE((*bound)[0].returned);
  EXPECT_EQ((*bound)[1].bytes, 32U);  // 8 before the tail and three elements of 8
  EXPECT_EQ((*bound)[1].returned, (ByteRange{0, 32}));
  EXPECT_EQ((*bound)[2].bytes, 1024U);
  EXPECT_EQ((*bound)[2].returned, (ByteRange{0, 1024}));
}

TEST(BindArguments, missing_inputs_and_lengths_are_named) {
  EXPECT_EQ(message_of({input}, {}), "buffer 'x' is an input: no argument of that name was given");
  EXPECT_EQ(message_of({tailed}, {}),
            "buffer 'list' is sized at run time: give it an argument or a size in elements");
  EXPECT_EQ(message_of({bins}, {}), "no error");
}

TEST(BindArguments, unknown_names_list_what_there_is) {
  EXPECT_EQ(message_of({input, bins}, {{"x", ten}, {"y", ten}}),
            "argument 'y' names no buffer of the program; its buffers are 'x', 'bins'");
  EXPECT_EQ(message_of({bins}, {}, {.sizes = {{"z", 1}}}),
            "size 'z' names no buffer of the program; its buffers are 'bins'");
  EXPECT_EQ(message_of({bins}, {}, {.ranges = {{"z", {0, 1}}}}),
            "byte range 'z' names no buffer of the program; its buffers are 'bins'");
  EXPECT_EQ(message_of({}, {{"y", ten}}),
            "argument 'y' names no buffer of the program; its buffers are none");
}

TEST(BindArguments, an_argument_is_given_once) {
  EXPECT_EQ(message_of({input}, {{"x", ten}, {"x", ten}}), "argument 'x' is given twice");
}

TEST(BindArguments, fixed_sizes_must_match) {
  EXPECT_EQ(message_of({params}, {{"params", ten}}), "buffer 'params' has 16 bytes: found 40");
  EXPECT_EQ(message_of({params}, {{"params", four}}), "no error");
  EXPECT_EQ(message_of({bins}, {}, {.sizes = {{"bins", 255}}}),
            "buffer 'bins' has 256 elements: found a size of 255");
  EXPECT_EQ(message_of({bins}, {}, {.sizes = {{"bins", 256}}}), "no error");
}

TEST(BindArguments, a_run_time_array_needs_what_stands_before_it) {
  const std::uint32_t word = 0;
  EXPECT_EQ(message_of({tailed}, {{"list", word}}),
            "buffer 'list' needs at least 8 bytes before its run-time array: found 4");
  EXPECT_EQ(message_of({tailed}, {{"list", std::span(ten).first(2)}}), "no error");
  EXPECT_EQ(message_of({input}, {{"x", std::vector<std::uint32_t>{}}}), "no error");
  EXPECT_EQ(message_of({input}, {{"x", std::array<char, 7>{}}}),
            "no error");  // a part of an element is no element
}

TEST(BindArguments, a_size_beside_an_argument_must_agree) {
  EXPECT_EQ(message_of({input}, {{"x", ten}}, {.sizes = {{"x", 10}}}), "no error");
  EXPECT_EQ(message_of({input}, {{"x", ten}}, {.sizes = {{"x", 9}}}),
            "buffer 'x' has a size of 9 elements and an argument of 10");
}

TEST(BindArguments, a_size_that_overflows_is_refused) {
  EXPECT_EQ(message_of({tailed}, {}, {.sizes = {{"list", UINT64_MAX / 4}}}),
            "size 4611686018427387903 of buffer 'list' does not fit 64 bits in bytes");
}

TEST(BindArguments, outputs_and_scratch_take_no_data) {
  const std::vector<std::byte> data(1024);
  EXPECT_EQ(message_of({with_role(bins, Role::output)}, {{"bins", data}}),
            "buffer 'bins' is an output here: it takes no host data");
  EXPECT_EQ(message_of({with_role(bins, Role::scratch)}, {{"bins", data}}),
            "buffer 'bins' is scratch here: it takes no host data");
  const auto bound = bind_arguments(std::vector{with_role(bins, Role::scratch)}, {}, {});
  ASSERT_TRUE(bound);
  EXPECT_FALSE((*bound)[0].returned);
}

TEST(BindArguments, byte_ranges_stay_inside) {
  const auto bound = bind_arguments(std::vector{bins}, {}, {.ranges = {{"bins", {3, 9}}}});
  ASSERT_TRUE(bound);
  EXPECT_EQ((*bound)[0].returned, (ByteRange{3, 9}));
  EXPECT_EQ(message_of({bins}, {}, {.ranges = {{"bins", {0, 1025}}}}),
            "byte range 0..1025 of buffer 'bins' is not within its 1024 bytes");
  EXPECT_EQ(message_of({bins}, {}, {.ranges = {{"bins", {9, 3}}}}),
            "byte range 9..3 of buffer 'bins' is not within its 1024 bytes");
  EXPECT_EQ(message_of({input}, {{"x", ten}}, {.ranges = {{"x", {0, 4}}}}),
            "buffer 'x' has a byte range, but is not returned");
}

TEST(CheckLimits, a_binding_over_the_limit_names_it) {
  kernel::Limits limits;
  limits.storage_binding_bytes = 39;
  const std::vector slots{input};
  const auto bound = bind_arguments(slots, std::vector<NamedArgument>{{"x", ten}}, {});
  ASSERT_TRUE(bound);
  const auto checked = check_limits(slots, *bound, limits);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(checked.error().message(), "buffer 'x' has 40 bytes: this device binds at most 39");
  ASSERT_TRUE(checked.error().limit());
  EXPECT_EQ(checked.error().limit()->name, "storage_binding_bytes");
  EXPECT_EQ(checked.error().limit()->value, 39U);
  limits.storage_binding_bytes = 40;
  EXPECT_TRUE(check_limits(slots, *bound, limits));
}

TEST(CheckOutputBytes, counts_the_visible_bytes) {
  const auto bound = bind_arguments(std::vector{bins}, {}, {.ranges = {{"bins", {1, 12}}}});
  ASSERT_TRUE(bound);
  EXPECT_TRUE(check_output_bytes(*bound, 11));
  EXPECT_TRUE(check_output_bytes(*bound, std::nullopt));
  const auto checked = check_output_bytes(*bound, 10);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code(), ErrorCode::budget_exceeded);
  EXPECT_EQ(checked.error().message(), "the outputs have 11 bytes: at most 10 are allowed");
}

using Grid = std::array<std::uint32_t, 3>;

Result<Grid> grid_of(const std::vector<Slot>& slots, const RunOptions& options, const Grid& workgroup) {
  const auto bound = bind_arguments(slots, {}, options);
  EXPECT_TRUE(bound);
  return resolve_grid(slots, *bound, options, workgroup, kernel::Limits());
}

TEST(ResolveGrid, an_extent_is_rounded_up_to_workgroups) {
  const std::array extents{1, 63, 64, 65, 1000};
  const std::array groups{1U, 1U, 1U, 2U, 16U};
  for (std::size_t i = 0; i < extents.size(); ++i)
    EXPECT_EQ(grid_of({}, {.extent = static_cast<std::uint64_t>(extents[i])}, {64, 1, 1}),
              (Grid{groups[i], 1, 1}));
  EXPECT_EQ(grid_of({}, {.extent = {17, 9, 5}}, {8, 4, 2}), (Grid{3, 3, 3}));
  EXPECT_EQ(grid_of({}, {.extent = 0}, {64, 1, 1}), (Grid{0, 1, 1}));
}

TEST(ResolveGrid, an_explicit_grid_wins) {
  EXPECT_EQ(grid_of({bins}, {.extent = 1, .grid = {5, 6, 7}}, {64, 1, 1}), (Grid{5, 6, 7}));
  EXPECT_EQ(grid_of({bins}, {.grid = {0, 1, 1}}, {64, 1, 1}), (Grid{0, 1, 1}));
}

TEST(ResolveGrid, without_both_the_first_returned_buffer_decides) {
  EXPECT_EQ(grid_of({bins}, {}, {64, 1, 1}), (Grid{4, 1, 1}));
  Slot first = tailed;  // declared before `bins`, bound behind it
  EXPECT_EQ(grid_of({bins, first}, {.sizes = {{"list", 130}}}, {64, 1, 1}), (Grid{3, 1, 1}));
  EXPECT_EQ(grid_of({bins, with_role(first, Role::scratch)}, {.sizes = {{"list", 130}}}, {64, 1, 1}),
            (Grid{4, 1, 1}));
}

TEST(ResolveGrid, a_program_that_cannot_tell_asks) {
  const auto flat = grid_of({bins}, {}, {8, 8, 1});
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().message(), "a kernel with a workgroup of 8 x 8 x 1 needs an extent or a grid");
  const auto silent = grid_of({}, {}, {64, 1, 1});
  ASSERT_FALSE(silent);
  EXPECT_EQ(silent.error().message(), "a program that returns no buffer needs an extent or a grid");
}

TEST(ResolveGrid, more_than_can_be_counted_names_the_axis) {
  EXPECT_EQ(grid_of({}, {.grid = {1, 65536, 1}}, {1, 1, 1}), (Grid{1, 65536, 1}));
  EXPECT_EQ(grid_of({}, {.grid = UINT32_MAX}, {1, 1, 1}), (Grid{UINT32_MAX, 1, 1}));
  const auto over = grid_of({}, {.grid = {1, 1ULL << 32U, 1}}, {1, 1, 1});
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(over.error().message(),
            "the launch has 4294967296 workgroups along y: their numbers have 32 bits");
  ASSERT_TRUE(over.error().limit());
  EXPECT_EQ(over.error().limit()->name, "workgroups.y");
  EXPECT_EQ(over.error().limit()->value, UINT32_MAX);
  EXPECT_FALSE(grid_of({}, {.extent = UINT64_MAX}, {1, 1, 1}));
}

TEST(ResolveGrid, a_launch_of_too_many_parts_is_refused) {
  EXPECT_EQ(grid_of({}, {.grid = {65537 * 65535ULL, 65535, 65535}}, {1, 1, 1}),
            (Grid{65537 * 65535U, 65535, 65535}));
  for (const Size3& grid : {Size3(UINT32_MAX, 65536), Size3(UINT32_MAX, UINT32_MAX, UINT32_MAX)}) {
    const auto over = grid_of({}, {.grid = grid}, {1, 1, 1});
    ASSERT_FALSE(over);
    EXPECT_EQ(over.error().code(), ErrorCode::unsupported);
    EXPECT_EQ(over.error().limit()->name, "dispatches");
    EXPECT_EQ(over.error().limit()->value, 65537U);
  }
  EXPECT_EQ(grid_of({}, {.grid = {0, UINT32_MAX, UINT32_MAX}}, {1, 1, 1}),
            (Grid{0, UINT32_MAX, UINT32_MAX}));  // runs nothing
}

TEST(ForEachPart, parts_cover_the_grid_in_order) {
  std::vector<std::pair<Grid, Grid>> parts;
  const auto note = [&](const Grid& base, const Grid& count) { parts.emplace_back(base, count); };
  hal::for_each_part({5, 2, 1}, {3, 1, 9}, note);
  EXPECT_EQ(
      parts,
      (std::vector<std::pair<Grid, Grid>>{
          {{0, 0, 0}, {3, 1, 1}}, {{3, 0, 0}, {2, 1, 1}}, {{0, 1, 0}, {3, 1, 1}}, {{3, 1, 0}, {2, 1, 1}}}));
  parts.clear();
  hal::for_each_part({UINT32_MAX, 1, 1}, {1U << 31U, 1, 1}, note);
  EXPECT_EQ(parts, (std::vector<std::pair<Grid, Grid>>{{{0, 0, 0}, {1U << 31U, 1, 1}},
                                                       {{1U << 31U, 0, 0}, {(1U << 31U) - 1, 1, 1}}}));
  parts.clear();
  hal::for_each_part({1, 0, 1}, {1, 1, 1}, note);
  EXPECT_TRUE(parts.empty());
}

TEST(ResolveLaunchWords, lengths_come_from_the_bound_bytes) {
  kernel::Kernel kernel;
  using Kind = kernel::LaunchWord::Kind;
  kernel.launch_words = {{Kind::array_length, 0, 8, 8},
                         {Kind::array_length, 1, 0, 4},
                         {Kind::array_length, 2, 0, 16},
                         {Kind::array_length, 3, 8, 8},
                         {Kind::num_workgroups, 1}};
  std::vector<BoundSlot> bound(4);
  bound[0].bytes = 100;
  bound[1].bytes = 28;
  bound[2].bytes = 40;
  bound[3].bytes = 4;
  EXPECT_EQ(resolve_launch_words(kernel, bound, {3, 4, 5}), (std::vector<std::uint32_t>{11, 7, 2, 0, 4}));
}

}  // namespace
}  // namespace slipway::pipeline
