// Each misuse of a device is an error that says what is wrong, and is not passed on.
#include "hal/validation/device.h"

#include <gtest/gtest.h>

#include "hal/null/device.h"

namespace slipway::hal {
namespace {

// On a device that computes nothing.
class Validation : public testing::Test {
 protected:
  static std::shared_ptr<validation::Device> open(int* launches = nullptr) {
    null::Options options;
    options.info.target.format = kernel::Format::spirv;
    if (launches != nullptr) options.on_dispatch = [launches](const Dispatch&) { ++*launches; };
    return std::make_shared<validation::Device>(std::make_shared<null::Device>(std::move(options)));
  }

  static kernel::Kernel adder() {
    kernel::Kernel kernel;
    kernel.format = kernel::Format::spirv;
    kernel.bindings = {{.name = "x", .kind = kernel::BindingKind::storage_read, .element_stride = 4},
                       {.name = "y", .kind = kernel::BindingKind::storage_read_write, .fixed_bytes = 8}};
    kernel.launch_words = {{.slot = 0, .stride = 4}};
    return kernel;
  }

  std::shared_ptr<Buffer> make(std::uint64_t size, MemoryKind kind = MemoryKind::device) const {
    return *device_->create_buffer(size, kind);
  }
  Dispatch launch(BufferRange x, BufferRange y) const {
    Dispatch dispatch;
    dispatch.pipeline = pipeline_;
    dispatch.bindings = {std::move(x), std::move(y)};
    dispatch.launch_words = {1};
    dispatch.grid = {1, 1, 1};
    return dispatch;
  }

  // Submitted and recorded, they are refused, and count.
  void expect_misuse(const std::vector<Command>& commands, const std::string& what) const {
    const std::uint64_t before = device_->misuses();
    const int launched = launches_;
    const auto submitted = device_->submit(commands);
    ASSERT_FALSE(submitted) << what;
    EXPECT_EQ(submitted.error().code(), ErrorCode::internal);
    EXPECT_EQ(submitted.error().message(), "misuse of the device: " + what);
    EXPECT_FALSE(device_->record(commands));
    EXPECT_EQ(device_->misuses(), before + 2);
    EXPECT_EQ(launches_, launched);
  }
  void expect_well_used(const std::vector<Command>& commands) const {
    const std::uint64_t before = device_->misuses();
    const auto submitted = device_->submit(commands);
    ASSERT_TRUE(submitted) << submitted.error().message();
    EXPECT_TRUE(*(*submitted)->wait({}));
    EXPECT_EQ(device_->misuses(), before);
  }

  int launches_ = 0;
  const std::shared_ptr<validation::Device> device_ = open(&launches_);
  const std::shared_ptr<Pipeline> pipeline_ = *device_->create_pipeline(adder());
};

TEST_F(Validation, copies_and_fills_are_whole_words_in_bounds) {
  const auto a = make(64);
  const auto b = make(32);
  expect_well_used({Copy{a, 32, b, 0, 32}, Barrier{}, Fill{b, 28, 4, 1}});
  expect_misuse({Copy{a, 2, b, 0, 8}}, "a copy of 8 bytes at byte 2: not whole words");
  expect_misuse({Copy{a, 0, b, 4, 6}}, "a copy of 6 bytes at byte 0: not whole words");
  expect_misuse({Copy{a, 0, b, 4, 32}}, "a copy has 32 bytes at byte 4 of a buffer of 32");
  expect_misuse({Copy{a, 68, b, 0, 0}}, "a copy has 0 bytes at byte 68 of a buffer of 64");
  expect_misuse({Fill{a, UINT64_MAX - 3, 8, 0}},
                "a fill has 8 bytes at byte 18446744073709551612 of a buffer of 64");
  expect_misuse({Fill{a, 0, 3, 0}}, "a fill of 3 bytes at byte 0: not whole words");
}

TEST_F(Validation, buffers_and_pipelines_are_the_devices_own_and_alive) {
  const auto other = open();
  const auto a = make(64);
  const auto foreign = *other->create_buffer(64, MemoryKind::device);
  expect_misuse({Fill{nullptr, 0, 4, 0}}, "a fill has no buffer");
  expect_misuse({Copy{foreign, 0, a, 0, 4}}, "a copy has a buffer that is not the device's, or no longer");
  auto gone = make(64);
  const std::shared_ptr<Buffer> dangling(std::shared_ptr<void>(),
                                         gone.get());  // somebody let go of it too early
  expect_well_used({Fill{dangling, 0, 4, 0}});
  gone.reset();
  expect_misuse({Fill{dangling, 0, 4, 0}}, "a fill has a buffer that is not the device's, or no longer");
  Dispatch of_nothing = launch({a, 0, 16}, {make(64), 0, 16});
  of_nothing.pipeline = *other->create_pipeline(adder());
  expect_misuse({of_nothing}, "a launch of a pipeline that is not the device's");
  of_nothing.pipeline = nullptr;
  expect_misuse({of_nothing}, "a launch of a pipeline that is not the device's");
  const auto recorded = other->record({Fill{foreign, 0, 4, 0}});
  ASSERT_TRUE(recorded);
  EXPECT_TRUE(other->submit(*recorded));
  const auto refused = device_->submit(*recorded);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(), "misuse of the device: commands that another device has recorded");
}

TEST_F(Validation, memory_is_used_for_what_it_was_made) {
  const auto up = make(64, MemoryKind::upload);
  const auto down = make(64, MemoryKind::readback);
  expect_well_used({Copy{up, 0, down, 0, 64}});
  expect_well_used({launch({down, 0, 16}, {make(16), 0, 16})});
  expect_misuse({Copy{down, 0, up, 0, 64}}, "a copy writes memory for uploads");
  expect_misuse({launch({up, 0, 16}, {down, 0, 16})}, "the binding 'x' is memory for uploads");
  const auto fresh = make(100, MemoryKind::upload);
  for (const std::byte byte : fresh->mapped()) ASSERT_EQ(byte, std::byte{0xCD});
}

TEST_F(Validation, uses_of_the_same_bytes_have_a_barrier_between_them) {
  const auto a = make(64);
  const auto b = make(64);
  expect_well_used({Fill{a, 0, 32, 0}, Fill{a, 32, 32, 1}});
  expect_well_used({Copy{a, 0, b, 0, 16}, Copy{a, 0, b, 16, 16}});
  expect_well_used({Fill{a, 0, 64, 0}, Barrier{}, Copy{a, 0, b, 0, 64}, Barrier{}, Fill{a, 0, 4, 0}});
  expect_misuse({Fill{a, 0, 36, 0}, Copy{a, 32, b, 0, 8}},
                "a copy reads bytes 32..40 of a buffer of which 0..36 are written, with no barrier between");
  expect_misuse({Copy{a, 32, b, 0, 8}, Fill{a, 0, 36, 0}},
                "a fill writes bytes 0..36 of a buffer of which 32..40 are read, with no barrier between");
  expect_misuse({Copy{a, 0, a, 8, 16}},
                "a copy writes bytes 8..24 of a buffer of which 0..16 are read, with no barrier between");
  expect_misuse(
      {Fill{a, 0, 4, 0}, launch({a, 0, 4}, {b, 0, 8})},
      "the binding 'x' reads bytes 0..4 of a buffer of which 0..4 are written, with no barrier between");
  expect_misuse(
      {launch({a, 0, 16}, {a, 0, 8})},
      "the binding 'y' writes bytes 0..8 of a buffer of which 0..16 are read, with no barrier between");
}

TEST_F(Validation, launches_fit_their_kernel_and_the_target) {
  const auto a = make(1024);
  const auto b = make(1024);
  Dispatch fitting = launch({a, 256, 0}, {b, 0, 8});
  expect_well_used({fitting});
  EXPECT_EQ(launches_, 1);
  Dispatch other = fitting;
  other.bindings.pop_back();
  expect_misuse({other}, "a launch with 1 bindings of a kernel with 2 slots");
  other = fitting;
  other.launch_words.clear();
  expect_misuse({other}, "a launch with 0 words of a kernel with 1");
  other = fitting;
  other.repeat = 0;
  expect_misuse({other}, "a launch that is repeated 0 times");
  other = fitting;
  other.grid = {1, 65536, 1};
  expect_misuse({other}, "a launch of 1 x 65536 x 1 workgroups of a kernel that is not in parts");
  expect_misuse({launch({a, 4, 16}, {b, 0, 8})}, "the binding 'x' is at byte 4, not at a multiple of 256");
  expect_misuse({launch({a, 0, 16}, {b, 0, 4})}, "the binding 'y' has 4 bytes of at least 8");
  expect_misuse({launch({a, 1024, 0}, {b, 0, 8})}, "the binding 'x' starts behind the end of its buffer");
  expect_misuse({launch({a, 768, 300}, {b, 0, 8})},
                "the binding 'x' has 300 bytes at byte 768 of a buffer of 1024");
  expect_misuse({launch({a, 0, (1ULL << 27U) + 4}, {b, 0, 8})},
                "the binding 'x' has 134217732 bytes of at most 134217728");
  expect_misuse({launch({nullptr, 0, 4}, {b, 0, 8})}, "the binding 'x' has no buffer");
}

TEST_F(Validation, timers_run_once_and_are_submitted_once) {
  expect_well_used({StartTimer{}, StopTimer{}});
  expect_misuse({StartTimer{}, StartTimer{}}, "a timer is started twice");
  expect_misuse({StopTimer{}}, "a timer is stopped that does not run");
  const auto recorded = device_->record({StartTimer{}, StopTimer{}});
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().message(),
            "misuse of the device: a timer in commands that may be submitted often");
}

TEST_F(Validation, kernels_are_in_the_devices_format_and_within_its_limits) {
  const auto message = [&](kernel::Kernel kernel) {
    const auto made = device_->create_pipeline(std::move(kernel));
    return made ? "" : made.error().message();
  };
  kernel::Kernel kernel = adder();
  kernel.format = kernel::Format::module;
  EXPECT_EQ(message(kernel), "misuse of the device: a kernel in the format of another device");
  kernel = adder();
  kernel.launch_words.resize(33);
  EXPECT_EQ(message(kernel), "misuse of the device: a kernel with 33 launch words of at most 32");
  kernel = adder();
  kernel.has_record = true;
  EXPECT_EQ(message(kernel), "misuse of the device: a kernel whose record is not its last slot");
  kernel.bindings.push_back({.name = "record", .kind = kernel::BindingKind::record});
  EXPECT_EQ(message(kernel), "");
  EXPECT_EQ(device_->misuses(), 3U);
}

TEST_F(Validation, the_host_leaves_alone_what_a_submission_reads) {
  const auto up = make(64, MemoryKind::upload);
  const auto to = make(64);
  const auto submit = [&] { return *device_->submit({Copy{up, 0, to, 0, 32}}); };
  const auto quiet = submit();
  up->mapped()[32] = std::byte{1};  // bytes that nobody reads
  EXPECT_TRUE(*quiet->wait({}));
  up->mapped()[0] = std::byte{1};
  const auto disturbed = submit();
  up->mapped()[31] = std::byte{1};
  const auto heard = disturbed->wait({});
  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().message(),
            "misuse of the device: the host wrote bytes 0..32 of a buffer while a submission that was on its "
            "way read them");
  EXPECT_EQ(device_->misuses(), 1U);
  EXPECT_FALSE(disturbed->wait({}));
  EXPECT_EQ(device_->misuses(), 1U);  // counted once
}

TEST_F(Validation, what_a_later_submission_writes_is_no_misuse) {
  const auto a = make(64);
  const auto b = make(64);
  const auto recorded = *device_->record({Copy{a, 0, b, 0, 64}});
  const auto reading = *device_->submit(recorded);
  const auto writing = *device_->submit({Fill{a, 0, 64, 7}});
  EXPECT_TRUE(*reading->wait({}));
  EXPECT_TRUE(*writing->wait({}));
  {
    const auto again = *device_->submit(recorded);
    a->mapped()[0] = std::byte{8};
  }  // nobody waits for it
  EXPECT_TRUE(*(*device_->submit({Fill{b, 0, 4, 0}}))->wait({}));
  EXPECT_EQ(device_->misuses(), 1U);
}

}  // namespace
}  // namespace slipway::hal
