#include "hal/validation/device.h"

#include <algorithm>

#include <fmt/format.h>

namespace slipway::hal::validation {
namespace {

class CheckedRecorded final : public Recorded {
 public:
  CheckedRecorded(const Device& device, std::shared_ptr<Recorded> behind, std::vector<Access> uses)
      : owner(&device), recorded(std::move(behind)), accesses(std::move(uses)) {}
  const Device* const owner;  // to compare with
  const std::shared_ptr<Recorded> recorded;
  const std::vector<Access> accesses;
};

class CheckedSubmission final : public Submission {
 public:
  CheckedSubmission(std::shared_ptr<Flights> flights, std::shared_ptr<Flights::Flight> flight)
      : flights_(std::move(flights)), flight_(std::move(flight)) {}
  Result<bool> wait(Deadline deadline) override { return flights_->wait(*flight_, deadline); }
  std::optional<std::chrono::nanoseconds> device_time() override {
    return flight_->submission->device_time();
  }

 private:
  const std::shared_ptr<Flights> flights_;
  const std::shared_ptr<Flights::Flight> flight_;
};

Result<> check(const kernel::Kernel& kernel, const kernel::Target& target) {
  if (kernel.format != target.format) return misuse("a kernel in the format of another device");
  if (kernel.launch_words.size() > target.limits.launch_words)
    return misuse(fmt::format("a kernel with {} launch words of at most {}", kernel.launch_words.size(),
                              target.limits.launch_words));
  const auto records =
      std::ranges::count(kernel.bindings, kernel::BindingKind::record, &kernel::BindingSlot::kind);
  const bool last = !kernel.bindings.empty() && kernel.bindings.back().kind == kernel::BindingKind::record;
  if (records > 1 || last != kernel.has_record || (records == 1) != last)
    return misuse("a kernel whose record is not its last slot");
  return {};
}

Result<> check(const Buffer& made, std::uint64_t size, MemoryKind kind) {
  if (made.size() < std::max<std::uint64_t>(size, 16) || made.size() % 16 != 0)
    return fail(ErrorCode::internal,
                fmt::format("the device made a buffer of {} bytes for {}", made.size(), size));
  if (kind != MemoryKind::device && made.mapped().size() < made.size())
    return fail(ErrorCode::internal, "the device made memory for the host that is not mapped");
  return {};
}

}  // namespace

template <class T>
Result<T> Device::counted(Result<T> result) {
  if (!result) refused_ += 1;
  return result;
}

Result<std::shared_ptr<Buffer>> Device::create_buffer(std::uint64_t size, MemoryKind kind) {
  SLIPWAY_TRY(auto buffer, behind_->create_buffer(size, kind));
  SLIPWAY_TRY_VOID(counted(check(*buffer, size, kind)));
  objects_.add(buffer, kind);
  std::ranges::fill(buffer->writable(), std::byte{0xCD});
  return buffer;
}

Result<std::shared_ptr<Pipeline>> Device::create_pipeline(kernel::Kernel kernel,
                                                          std::span<const std::byte> driver_blob,
                                                          const std::string& label) {
  SLIPWAY_TRY_VOID(counted(check(kernel, info().target)));
  SLIPWAY_TRY(auto pipeline, behind_->create_pipeline(std::move(kernel), driver_blob, label));
  objects_.add(pipeline);
  return pipeline;
}

template <class Submit>
Result<std::shared_ptr<Submission>> Device::submit_checked(std::vector<Access> accesses, Submit submit) {
  SLIPWAY_TRY(auto flight, flights_->submit(std::move(accesses), std::move(submit)));
  return std::make_shared<CheckedSubmission>(flights_, std::move(flight));
}

Result<std::shared_ptr<Submission>> Device::submit(std::vector<Command> commands) {
  SLIPWAY_TRY(auto accesses, counted(check(commands, Submitted::once, objects_, info().target)));
  return submit_checked(std::move(accesses), [&] { return behind_->submit(std::move(commands)); });
}

Result<std::shared_ptr<Recorded>> Device::record(std::vector<Command> commands) {
  SLIPWAY_TRY(auto accesses, counted(check(commands, Submitted::often, objects_, info().target)));
  SLIPWAY_TRY(auto recorded, behind_->record(std::move(commands)));
  return std::make_shared<CheckedRecorded>(*this, std::move(recorded), std::move(accesses));
}

Result<std::shared_ptr<Submission>> Device::submit(std::shared_ptr<Recorded> recorded) {
  const auto* const checked = dynamic_cast<const CheckedRecorded*>(recorded.get());
  if (checked == nullptr || checked->owner != this)
    return counted<std::shared_ptr<Submission>>(misuse("commands that another device has recorded"));
  return submit_checked(checked->accesses, [&] { return behind_->submit(checked->recorded); });
}

}  // namespace slipway::hal::validation
