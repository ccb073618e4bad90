// Submissions on their way, and what the host must leave alone meanwhile.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "hal/device.h"
#include "hal/validation/commands.h"

namespace slipway::hal::validation {

/// Notes what host memory holds that a submission reads, and looks again when it has ended: the host may not
/// write there in between. What submissions on their way write cannot be watched. Safe from many threads.
class Flights {
 public:
  class Flight;

  /// Calls `submit`, whose commands do `accesses`, and keeps the submission in view.
  template <class Submit>
  Result<std::shared_ptr<Flight>> submit(std::vector<Access> accesses, Submit submit) {
    const std::lock_guard lock(mutex_);
    settle();
    auto flight = begin(std::move(accesses));
    SLIPWAY_TRY(flight->submission, submit());
    flights_.push_back(flight);
    return flight;
  }
  /// As hal::Submission::wait; a misuse where the host has written what the submission read.
  Result<bool> wait(Flight& flight, Deadline deadline);
  /// So far, also those that no wait has reported.
  [[nodiscard]] std::uint64_t misuses() const;

  class Flight {
   public:
    std::shared_ptr<Submission> submission;

   private:
    friend class Flights;
    struct Seen {
      Access access;
      Hash128 hash;
    };
    std::vector<Access> accesses_;
    std::vector<Seen> seen_;  // host memory as it was
    std::optional<Error> misuse_;
  };

 private:
  [[nodiscard]] std::shared_ptr<Flight> begin(std::vector<Access> accesses);
  void settle();
  void end(Flight& flight);
  [[nodiscard]] bool is_written(const Access& access) const;

  mutable std::mutex mutex_;  // guards what follows, and all of the flights but their submissions
  std::deque<std::shared_ptr<Flight>> flights_;  // in the order of their submission
  std::uint64_t misuses_ = 0;
};

}  // namespace slipway::hal::validation
