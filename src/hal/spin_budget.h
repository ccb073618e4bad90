// How long a wait asks again and again before its thread sleeps.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace slipway::hal {

/// Short launches end sooner than a sleeping thread wakes up; long ones must not cost a core. Doubles behind
/// waits that were short enough to spin through, and halves behind others. Safe from many threads: what two
/// waits note at once may count as one.
class SpinBudget {
 public:
  using Duration = std::chrono::nanoseconds;
  /// `most` is 0 for devices that run on the cores that would spin.
  explicit SpinBudget(Duration most) : most_(most), now_(most) {}

  [[nodiscard]] Duration now() const { return now_.load(std::memory_order_relaxed); }
  /// A wait took `waited` in all.
  void note(Duration waited) {
    if (most_ == Duration::zero()) return;
    constexpr Duration least = std::chrono::microseconds(2);
    const Duration next =
        waited <= most_ ? std::min(most_, 2 * now()) : std::max(std::min(least, most_), now() / 2);
    now_.store(next, std::memory_order_relaxed);
  }

 private:
  const Duration most_;
  std::atomic<Duration> now_;
};

}  // namespace slipway::hal
