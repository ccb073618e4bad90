#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "hal/vulkan/driver.h"
#include "spirv_words.h"
#include "support/drivers.h"

namespace slipway::hal {
namespace {

using std::chrono::milliseconds;

kernel::Kernel make_kernel(std::span<const std::uint32_t> words, std::uint32_t slots) {
  kernel::Kernel kernel;
  kernel.format = kernel::Format::spirv;
  kernel.code.assign(std::as_bytes(words).begin(), std::as_bytes(words).end());
  kernel.entry_point = "main";
  for (std::uint32_t i = 0; i < slots; ++i)
    kernel.bindings.push_back({"slot", 0, i, kernel::BindingKind::storage_read_write, 0, 4});
  return kernel;
}

Deadline in(milliseconds time) { return Clock::now() + time; }

class VulkanDevice : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto manifest = tests::driver_manifest(GetParam());
    if (manifest.empty()) GTEST_SKIP() << GetParam() << " is not installed";
    environment_.emplace("VK_DRIVER_FILES", manifest.string());
    messages_ = vulkan::validation_message_count();
    auto opened = vulkan::Driver().open(0, {.validation = true});
    ASSERT_TRUE(opened) << opened.error().to_string();
    device_ = *std::move(opened);
  }
  void TearDown() override {
    device_.reset();
    EXPECT_EQ(vulkan::validation_message_count(), messages_);
  }

  std::shared_ptr<Buffer> buffer(std::uint64_t size, MemoryKind kind = MemoryKind::device) {
    auto made = device_->create_buffer(size, kind);
    EXPECT_TRUE(made) << made.error().to_string();
    return made ? *made : nullptr;
  }

  std::optional<tests::ScopedEnvironment> environment_;
  std::shared_ptr<Device> device_;
  std::uint64_t messages_ = 0;
};

// Not on lavapipe, which ends endless loops by itself.
class EndlessLoop : public VulkanDevice {};

TEST_P(VulkanDevice, says_what_it_is) {
  const Info& info = device_->info();
  EXPECT_EQ(info.type, DeviceType::software);
  EXPECT_FALSE(info.name.empty());
  EXPECT_TRUE(info.api.starts_with("Vulkan 1.")) << info.api;
  EXPECT_EQ(info.target.format, kernel::Format::spirv);
  EXPECT_EQ(info.target.limits.workgroup_count[0], 65535U);
  EXPECT_EQ(info.target.limits.launch_words,
            GetParam() == "lavapipe" ? 32U : info.target.limits.launch_words);
  EXPECT_EQ(info.target.features.subgroup_size, GetParam() == "lavapipe" ? 8U : 4U);
  EXPECT_EQ(info.target.features.f16, GetParam() == "lavapipe");
}

TEST_P(VulkanDevice, staged_copies_dispatch_and_readback) {
  constexpr std::uint32_t count = 1000;
  constexpr std::uint64_t bytes = std::uint64_t{count} * 4;
  auto upload = buffer(bytes, MemoryKind::upload);
  auto a = buffer(bytes);
  auto b = buffer(bytes);
  auto readback = buffer(bytes, MemoryKind::readback);
  std::vector<std::uint32_t> values(count);
  std::iota(values.begin(), values.end(), 0U);
  std::memcpy(upload->mapped().data(), values.data(), bytes);

  auto kernel = make_kernel(tests::triple_spirv, 2);
  kernel.launch_words = {{kernel::LaunchWord::Kind::array_length, 0, 0, 4}};
  auto pipeline = device_->create_pipeline(std::move(kernel));
  ASSERT_TRUE(pipeline) << pipeline.error().to_string();
  const Dispatch dispatch{*pipeline, {{a, 0, bytes}, {b, 0, bytes}}, {900}, {16, 1, 1}};
  auto submission = device_->submit({Copy{upload, 0, a, 0, bytes}, Fill{b, 0, bytes, 0xFFFFFFFF}, Barrier{},
                                     dispatch, Barrier{}, Copy{b, 0, readback, 0, bytes}});
  ASSERT_TRUE(submission) << submission.error().to_string();
  auto done = (*submission)->wait({});
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_TRUE(*done);
  std::memcpy(values.data(), readback->mapped().data(), bytes);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(values[i], i < 900 ? 3 * i + 1 : 0xFFFFFFFF) << i;
}

TEST_P(VulkanDevice, zero_workgroups_run_nothing) {
  auto b = buffer(64, MemoryKind::device);
  auto kernel = make_kernel(tests::triple_spirv, 2);
  kernel.launch_words.resize(1);
  auto pipeline = device_->create_pipeline(std::move(kernel));
  ASSERT_TRUE(pipeline) << pipeline.error().to_string();
  auto readback = buffer(64, MemoryKind::readback);
  for (const std::array<std::uint32_t, 3> grid : {std::array{0U, 1U, 1U}, {1U, 0U, 1U}, {1U, 1U, 0U}}) {
    auto submission = device_->submit({Fill{b, 0, 64, 5}, Barrier{},
                                       Dispatch{*pipeline, {{b, 0, 64}, {b, 0, 64}}, {16}, grid}, Barrier{},
                                       Copy{b, 0, readback, 0, 64}});
    ASSERT_TRUE(submission);
    ASSERT_TRUE((*submission)->wait({}));
    std::uint32_t word = 0;
    std::memcpy(&word, readback->mapped().data(), 4);
    EXPECT_EQ(word, 5U);
  }
}

TEST_P(VulkanDevice, an_empty_range_can_be_bound) {
  auto a = buffer(0);
  auto b = buffer(16);
  EXPECT_EQ(a->size(), 16U);
  auto kernel = make_kernel(tests::triple_spirv, 2);
  kernel.launch_words.resize(1);
  auto pipeline = device_->create_pipeline(std::move(kernel));
  ASSERT_TRUE(pipeline);
  auto submission = device_->submit({Dispatch{*pipeline, {{a, 0, 0}, {b, 0, 16}}, {0}, {1, 1, 1}}});
  ASSERT_TRUE(submission);
  auto done = (*submission)->wait({});
  ASSERT_TRUE(done) << done.error().to_string();
}

TEST_P(VulkanDevice, submissions_run_in_order) {
  auto b = buffer(64);
  auto readback = buffer(64, MemoryKind::readback);
  auto kernel = make_kernel(tests::triple_spirv, 2);
  kernel.launch_words.resize(1);
  auto pipeline = device_->create_pipeline(std::move(kernel));
  ASSERT_TRUE(pipeline);
  ASSERT_TRUE(device_->submit({Fill{b, 0, 64, 1}}));
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(device_->submit({Dispatch{*pipeline, {{b, 0, 64}, {b, 0, 64}}, {16}, {1, 1, 1}}}));
  auto last = device_->submit({Copy{b, 0, readback, 0, 64}});
  ASSERT_TRUE(last);
  ASSERT_TRUE((*last)->wait({}));
  std::uint32_t word = 0;
  std::memcpy(&word, readback->mapped().data(), 4);
  EXPECT_EQ(word, 88573U);  // x -> 3 x + 1, ten times from 1
}

TEST_P(EndlessLoop, a_wait_ends_at_its_deadline) {
  auto a = buffer(16);
  ASSERT_FALSE(a->mapped().empty());
  std::memset(a->mapped().data(), 0, 16);
  auto pipeline = device_->create_pipeline(make_kernel(tests::spin_spirv, 1));
  ASSERT_TRUE(pipeline);
  auto submission = device_->submit({Dispatch{*pipeline, {{a, 0, 16}}, {}, {1, 1, 1}}});
  ASSERT_TRUE(submission);
  const auto before = Clock::now();
  auto done = (*submission)->wait(in(milliseconds(50)));
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_FALSE(*done);
  EXPECT_LT(Clock::now() - before, milliseconds(1000));
  const std::uint32_t one = 1;
  std::memcpy(a->mapped().data(), &one, 4);  // lets the kernel go on
  done = (*submission)->wait(in(milliseconds(5000)));
  ASSERT_TRUE(done);
  EXPECT_TRUE(*done);
}

TEST_P(VulkanDevice, an_abandoned_device_refuses_work) {
  device_->abandon();
  const auto refused = device_->create_buffer(16, MemoryKind::device);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::device_lost);
}

TEST_P(VulkanDevice, too_large_a_buffer_names_the_limit) {
  const auto refused = device_->create_buffer(1ULL << 60U, MemoryKind::device);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::out_of_memory);
  ASSERT_TRUE(refused.error().limit());
  EXPECT_EQ(refused.error().limit()->name, "buffer_bytes");
}

INSTANTIATE_TEST_SUITE_P(Drivers, VulkanDevice, testing::Values("lavapipe", "swiftshader"),
                         [](const auto& driver) { return driver.param; });

INSTANTIATE_TEST_SUITE_P(Drivers, EndlessLoop, testing::Values("swiftshader"),
                         [](const auto& driver) { return driver.param; });

std::string error_of_list() {
  const auto listed = vulkan::Driver().list({});
  return listed ? "no error" : listed.error().message();
}

// The loader is opened once a process: this test looks at a process of its own.
TEST(VulkanLoader, a_missing_loader_is_named) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const tests::ScopedEnvironment loader("SLIPWAY_VULKAN_LOADER", "/nonexistent/libvulkan.so");
  EXPECT_EXIT(
      {
        const std::string message = error_of_list();
        fprintf(stderr, "%s\n", message.c_str());
        std::_Exit(message.starts_with("no Vulkan loader: cannot load '/nonexistent/libvulkan.so'") ? 0 : 1);
      },
      testing::ExitedWithCode(0), "cannot load '/nonexistent/libvulkan.so'");
}

TEST(VulkanLoader, no_driver_and_a_driver_that_does_not_start_differ) {
  {
    const tests::ScopedEnvironment none("VK_DRIVER_FILES", "/nonexistent/icd.json");
    EXPECT_EQ(
        error_of_list(),
        "no Vulkan driver is installed: VK_DRIVER_FILES is '/nonexistent/icd.json'; vkCreateInstance gave "
        "VK_ERROR_INCOMPATIBLE_DRIVER");
  }
  const auto folder = std::filesystem::temp_directory_path() / "slipway_hal_test";
  std::filesystem::create_directories(folder);
  const auto manifest = folder / "broken.json";
  FILE* file = fopen(manifest.c_str(), "w");
  ASSERT_NE(file, nullptr);
  fputs(R"({"file_format_version": "1.0.0",
    "ICD": {"library_path": "/nonexistent/driver.so", "api_version": "1.2.0"}})",
        file);
  fclose(file);
  const tests::ScopedEnvironment broken("VK_DRIVER_FILES", manifest.string());
  EXPECT_EQ(error_of_list(), "no Vulkan driver starts: VK_DRIVER_FILES is '" + manifest.string() +
                                 "'; vkCreateInstance gave VK_ERROR_INCOMPATIBLE_DRIVER");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace slipway::hal
