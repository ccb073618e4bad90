#include "hal/validation/flights.h"

#include <algorithm>

#include <fmt/format.h>

namespace slipway::hal::validation {
namespace {

// Of the memory as the host sees it; nothing where it does not, or the buffer is gone.
std::optional<Hash128> hash_of(const Access& access) {
  const std::shared_ptr<Buffer> buffer = access.buffer.lock();
  if (!buffer || buffer->mapped().empty()) return std::nullopt;
  return hash128(buffer->mapped().subspan(access.begin, access.end - access.begin));
}

bool writes_into(const std::vector<Access>& accesses, const Access& access) {
  return std::ranges::any_of(accesses, [&](const Access& a) { return a.writes && a.overlaps(access); });
}

}  // namespace

bool Flights::is_written(const Access& access) const {
  return std::ranges::any_of(flights_, [&](const auto& f) { return writes_into(f->accesses_, access); });
}

std::shared_ptr<Flights::Flight> Flights::begin(std::vector<Access> accesses) {
  auto flight = std::make_shared<Flight>();
  for (const Access& access : accesses) {
    // What is written from now on will be another.
    for (const auto& earlier : flights_)
      std::erase_if(earlier->seen_,
                    [&](const auto& seen) { return access.writes && access.overlaps(seen.access); });
    if (access.writes || writes_into(accesses, access) || is_written(access)) continue;
    if (const auto hash = hash_of(access)) flight->seen_.push_back({access, *hash});
  }
  flight->accesses_ = std::move(accesses);
  return flight;
}

void Flights::end(Flight& flight) {
  for (const auto& [access, hash] : flight.seen_) {
    const auto now = hash_of(access);
    if (!now || *now == hash) continue;
    misuses_ += 1;
    if (!flight.misuse_)
      flight.misuse_ =
          misuse(fmt::format("the host wrote bytes {}..{} of a buffer while a submission that was "
                             "on its way read them",
                             access.begin, access.end))
              .error();
  }
  flight.seen_.clear();
}

// Those that have ended, whether anybody waited for them or not.
void Flights::settle() {
  while (!flights_.empty()) {
    const auto done = flights_.front()->submission->wait(Clock::now());
    if (done && !*done) return;
    if (done) end(*flights_.front());
    flights_.pop_front();
  }
}

Result<bool> Flights::wait(Flight& flight, Deadline deadline) {
  SLIPWAY_TRY(const bool done, flight.submission->wait(deadline));
  if (!done) return false;
  const std::lock_guard lock(mutex_);
  settle();  // before anybody hears of it and uses the memory again
  if (flight.misuse_) return std::unexpected(*flight.misuse_);
  return true;
}

std::uint64_t Flights::misuses() const {
  const std::lock_guard lock(mutex_);
  return misuses_;
}

}  // namespace slipway::hal::validation
