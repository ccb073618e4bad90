// Keeps a file size limit from ending the process.
#pragma once

#include <csignal>
#include <ctime>

#include <pthread.h>

namespace slipway::cache {

/// While it lives, writing past RLIMIT_FSIZE in this thread is an error like any other, without the signal
/// that would end the process.
class WithoutFileSizeSignal {
 public:
  WithoutFileSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutFileSizeSignal() {
    const timespec now{};
    if (!was_pending_)
      while (sigtimedwait(&signal_, nullptr, &now) >= 0) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutFileSizeSignal(const WithoutFileSizeSignal&) = delete;
  WithoutFileSizeSignal& operator=(const WithoutFileSizeSignal&) = delete;

 private:
  sigset_t signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace slipway::cache
