// Work that several threads want at once and one of them does.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include <slipway/no_throw.h>
#include <slipway/result.h>

namespace slipway::cache {

/// Runs one call at a time for each key; who comes while it runs waits for its result, be it a value or an
/// error. Nothing is remembered afterwards. Calls for different keys do not wait for each other.
template <class Key, class Value, class Hash = std::hash<Key>>
class SingleFlight {
 public:
  template <class Work>
  Result<Value> run(const Key& key, Work work) {
    const auto own = std::make_shared<Flight>();
    {
      std::unique_lock lock(mutex_);
      auto& entry = flights_[key];
      if (entry) {
        const auto others = entry;
        landed_.wait(lock, [&] { return others->result.has_value(); });
        return *others->result;
      }
      entry = own;
    }
    auto result = no_throw([&]() -> Result<Value> { return work(); });  // so that nobody waits for ever
    {
      const std::lock_guard lock(mutex_);
      own->result = std::move(result);
      flights_.erase(key);
      landed_.notify_all();
    }
    return *own->result;
  }

 private:
  struct Flight {
    std::optional<Result<Value>> result;
  };

  std::mutex mutex_;  // guards flights_ and their results
  std::condition_variable landed_;
  std::unordered_map<Key, std::shared_ptr<Flight>, Hash> flights_;
};

}  // namespace slipway::cache
