#include "hal/choose.h"

#include <gtest/gtest.h>

namespace slipway::hal {
namespace {

const Candidate software{"vulkan", 0, "llvmpipe (LLVM 15)", DeviceType::software};
const Candidate discrete{"vulkan", 1, "GeForce One", DeviceType::discrete_gpu};
const Candidate second{"vulkan", 2, "GeForce Two", DeviceType::discrete_gpu};
const Candidate integrated{"vulkan", 0, "Old Graphics", DeviceType::integrated_gpu};
const Candidate interpreter{"reference", 0, "slipway reference interpreter", DeviceType::interpreter};

std::string chosen(const std::vector<Candidate>& list, std::string_view selector, bool require_gpu = false) {
  const auto choice = choose(list, selector, require_gpu, "nothing else was found");
  return choice ? list[choice->candidate].name : "error: " + choice.error().message();
}

TEST(Choose, best_device_is_a_gpu_wherever_it_stands) {
  EXPECT_EQ(chosen({software, discrete, interpreter}, ""), "GeForce One");
  EXPECT_EQ(chosen({discrete, software, interpreter}, ""), "GeForce One");
  EXPECT_EQ(chosen({software, integrated, interpreter}, ""), "Old Graphics");
  EXPECT_EQ(chosen({integrated, discrete}, ""), "GeForce One");
}

TEST(Choose, software_is_a_fall_back_that_is_told) {
  const std::vector<Candidate> list{software, interpreter};
  const auto best = choose(list, "", false, "");
  ASSERT_TRUE(best);
  EXPECT_EQ(best->candidate, 0U);
  EXPECT_TRUE(best->fell_back);
  const auto named = choose(list, "vulkan", false, "");
  ASSERT_TRUE(named);
  EXPECT_FALSE(named->fell_back);
}

TEST(Choose, a_gpu_is_no_fall_back) {
  const std::vector<Candidate> list{software, discrete};
  const auto best = choose(list, "", false, "");
  ASSERT_TRUE(best);
  EXPECT_FALSE(best->fell_back);
}

TEST(Choose, the_interpreter_is_taken_only_when_named) {
  EXPECT_EQ(chosen({interpreter}, ""),
            "error: no usable device (nothing else was found); there is 'reference' (slipway reference "
            "interpreter, interpreter): slow, and taken only where it is named");
  EXPECT_EQ(chosen({software, interpreter}, "reference"), "slipway reference interpreter");
}

TEST(Choose, require_gpu_refuses_software_named_or_not) {
  const std::vector<Candidate> list{software, interpreter};
  const auto best = choose(list, "", true, "");
  ASSERT_FALSE(best);
  EXPECT_EQ(best.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(chosen(list, "vulkan:0", true),
            "error: device 'vulkan:0' (llvmpipe (LLVM 15)) is software: a GPU is required");
  EXPECT_EQ(chosen({software, discrete}, "", true), "GeForce One");
}

TEST(Choose, an_index_means_exactly_that_device) {
  const std::vector<Candidate> list{software, discrete, second, interpreter};
  EXPECT_EQ(chosen(list, "vulkan:0"), "llvmpipe (LLVM 15)");
  EXPECT_EQ(chosen(list, "vulkan:2"), "GeForce Two");
  EXPECT_EQ(chosen(list, "vulkan"), "GeForce One");
}

TEST(Choose, a_part_of_a_name_in_any_case) {
  const std::vector<Candidate> list{software, discrete, second, interpreter};
  EXPECT_EQ(chosen(list, "LLVMPIPE"), "llvmpipe (LLVM 15)");
  EXPECT_EQ(chosen(list, "force two"), "GeForce Two");
  EXPECT_EQ(
      chosen(list, "geforce"),
      "error: device 'geforce' is ambiguous; there is 'vulkan:1' (GeForce One, discrete_gpu), 'vulkan:2' "
      "(GeForce Two, discrete_gpu)");
}

TEST(Choose, what_names_nothing_lists_what_there_is) {
  const std::vector<Candidate> list{software, interpreter};
  const std::string there =
      "; there is 'vulkan:0' (llvmpipe (LLVM 15), software), 'reference' (slipway reference interpreter, "
      "interpreter)";
  EXPECT_EQ(chosen(list, "vulkan:99"), "error: no device 'vulkan:99'" + there);
  EXPECT_EQ(chosen(list, "vulkan:-1"), "error: no device 'vulkan:-1'" + there);
  EXPECT_EQ(chosen(list, "vulkan:"), "error: no device 'vulkan:'" + there);
  EXPECT_EQ(chosen(list, "99"), "error: no device '99'" + there);
  EXPECT_EQ(chosen(list, "abc"), "error: no device 'abc'" + there);
  const auto unknown = choose(list, "abc", false, "");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code(), ErrorCode::invalid_argument);
}

TEST(Choose, nothing_at_all_says_why) {
  EXPECT_EQ(chosen({interpreter}, "llvmpipe"),
            "error: no device 'llvmpipe' (nothing else was found); there is 'reference' (slipway reference "
            "interpreter, interpreter)");
  EXPECT_EQ(chosen({}, ""), "error: no usable device (nothing else was found); there is no device");
  EXPECT_EQ(chosen({interpreter}, "vulkan"),
            "error: no vulkan device (nothing else was found); there is 'reference' (slipway reference "
            "interpreter, "
            "interpreter)");
}

}  // namespace
}  // namespace slipway::hal
