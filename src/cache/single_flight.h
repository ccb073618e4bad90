// Work that several threads want at once and one of them does.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include <slipway/result.h>

namespace slipway::cache {

/// Runs one call at a time for each key; who comes while it runs waits for its result, be it a value or an
/// error. Nothing is remembered afterwards. Calls for different keys do not wait for each other.
template <class Key, class Value, class Hash = std::hash<Key>>
class SingleFlight {
 public:
  template <class Work>
  Result<Value> run(const Key& key, Work work) {
    std::shared_ptr<Flight> flight;
    {
      std::unique_lock lock(mutex_);
      auto& entry = flights_[key];
      if (entry) {
        const auto others = entry;
        landed_.wait(lock, [&] { return others->result.has_value(); });
        return *others->result;
      }
      entry = flight = std::make_shared<Flight>();
    }
    Landing landing{*this, key, *flight, fail(ErrorCode::internal, "work that others wait for was given up")};
    landing.result = work();
    return landing.result;
  }

 private:
  struct Flight {
    std::optional<Result<Value>> result;
  };
  // Publishes the result also where the work ends with an exception.
  struct Landing {
    SingleFlight& owner;
    const Key& key;
    Flight& flight;
    Result<Value> result;
    ~Landing() {
      const std::lock_guard lock(owner.mutex_);
      flight.result = result;
      owner.flights_.erase(key);
      owner.landed_.notify_all();
    }
  };

  std::mutex mutex_;  // guards flights_ and their results
  std::condition_variable landed_;
  std::unordered_map<Key, std::shared_ptr<Flight>, Hash> flights_;
};

}  // namespace slipway::cache
