#include "hunt/worker.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fmt/format.h>

#include "hunt/generator.h"

namespace slipway::hunt {
namespace {

using namespace std::chrono_literals;

// A child hangs when it does nothing for this long (a deadlock), or computes for this long on one program (an
// endless loop). Wall time says nothing where a driver's compiler shares a processor with other work.
constexpr auto most_idle = 60s;
constexpr auto most_processor_time = 120s;
// SwiftShader's compiler may not end: its time doubles with branches and switches in a row in a loop.
constexpr auto most_compile_time = 5s;
constexpr std::string_view compiling_line = "compiling\t";

std::chrono::nanoseconds processor_time_of(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// What one line of a child costs.
class Watch {
 public:
  Watch(pid_t pid, std::chrono::seconds most)
      : pid_(pid), most_(most), before_(processor_time_of(pid)), busy_(before_) {}

  /// Why the child is given up. Called every second or so.
  std::optional<Finding> complaint() {
    const auto used = processor_time_of(pid_);
    if (used - before_ > most_)
      return Finding{"process", "busy", fmt::format("no end within {} s of processor time", most_.count())};
    const auto now = std::chrono::steady_clock::now();
    if (used - busy_ > 10ms) {
      busy_ = used;
      since_ = now;
    }
    if (now - since_ > most_idle)
      return Finding{"process", "hang", fmt::format("idle for {} s", most_idle.count())};
    return {};
  }

 private:
  pid_t pid_;
  std::chrono::seconds most_;
  std::chrono::nanoseconds before_;  ///< used when the line began
  std::chrono::nanoseconds busy_;    ///< used when it was last seen to work
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

// Messages are lines: "ok", or "device<tab>kind<tab>message" with its line breaks as \r.
void send(int fd, std::string text) {
  for (char& c : text)
    if (c == '\n') c = '\r';
  text += '\n';
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t wrote = write(fd, rest.data(), rest.size());
    if (wrote <= 0) _exit(3);
    rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

std::string to_line(const Finding& finding) {
  return finding.device + "\t" + finding.kind + "\t" + finding.message;
}

Finding from_line(std::string line) {
  for (char& c : line)
    if (c == '\r') c = '\n';
  const std::size_t first = line.find('\t');
  const std::size_t second = line.find('\t', first + 1);
  return {line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)};
}

class Child {
 public:
  template <class Work>
  explicit Child(Work work) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    std::fflush(nullptr);
    pid_ = fork();
    if (pid_ < 0) std::abort();
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    fd_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    close(fd_);
    if (pid_ > 0) end();
  }

  /// The next line; a crash or a hang is one too. Nothing at the end.
  std::optional<std::string> next(std::chrono::seconds most) {
    Watch watch(pid_, most);
    while (true) {
      if (const std::size_t at = text_.find('\n'); at != std::string::npos) {
        std::string line = text_.substr(0, at);
        text_.erase(0, at + 1);
        return line;
      }
      pollfd wait{.fd = fd_, .events = POLLIN, .revents = 0};
      if (poll(&wait, 1, 1000) == 0) {
        const auto complaint = watch.complaint();
        if (!complaint) continue;
        end();
        return to_line(*complaint);
      }
      char buffer[4096];
      const ssize_t got = read(fd_, buffer, sizeof buffer);
      if (got > 0) {
        text_.append(buffer, static_cast<std::size_t>(got));
        continue;
      }
      const int status = wait_for_end();
      if (WIFSIGNALED(status))
        return to_line({"process", "crash", fmt::format("signal {}", WTERMSIG(status))});
      if (WEXITSTATUS(status) != 0)
        return to_line({"process", "crash", fmt::format("exit status {}", WEXITSTATUS(status))});
      return {};
    }
  }

 private:
  int wait_for_end() {
    int status = 0;
    if (pid_ > 0) waitpid(pid_, &status, 0);
    pid_ = -1;
    return status;
  }
  void end() {
    kill(pid_, SIGKILL);
    wait_for_end();
  }
  pid_t pid_ = -1;
  int fd_ = -1;
  std::string text_;
};

Rig open_or_exit(const std::vector<std::string>& devices, int fd, const Mutation* mutation = nullptr) {
  auto rig = Rig::open(devices, mutation);
  if (rig) return *std::move(rig);
  send(fd, to_line({"setup", "run", rig.error().to_string()}));
  _exit(0);
}

// What the program that a child works on comes to; nothing at the child's end.
std::optional<Finding> next_result(Child& child, bool& ended) {
  std::string compiling;
  while (auto line = child.next(compiling.empty() ? most_processor_time : most_compile_time)) {
    if (line->starts_with(compiling_line)) {
      compiling = line->substr(compiling_line.size());
      continue;
    }
    if (*line == "ok") return {};
    Finding finding = from_line(*std::move(line));
    if (finding.kind == "crash" && !compiling.empty())
      return Finding{compiling, finding.kind, "compiling: " + finding.message};
    if (finding.kind != "busy") return finding;
    if (compiling.empty()) return Finding{finding.device, "hang", finding.message};
    return Finding{compiling, std::string(slow), "compiling: " + finding.message};
  }
  ended = true;
  return {};
}

// What a child does with a program.
std::optional<Finding> check(const Rig& rig, const Program& program, std::uint64_t seed, int fd) {
  return rig.check(program, seed,
                   [fd](std::string_view device) { send(fd, fmt::format("{}{}", compiling_line, device)); });
}

}  // namespace

BatchResult check_batch(const Batch& batch, const std::function<bool(std::uint64_t)>& done) {
  Child child([&](int fd) {
    const Rig rig = open_or_exit(batch.devices, fd, batch.mutation);
    for (std::uint64_t i = 0; i < batch.count; ++i) {
      const std::uint64_t seed = batch.first_seed + i;
      const auto finding = check(rig, generate(seed), seed, fd);
      send(fd, finding ? to_line(*finding) : "ok");
      if (finding) break;
    }
    _exit(0);  // drivers need not be taken down
  });
  std::uint64_t seed = batch.first_seed;
  bool ended = false;
  while (true) {
    auto finding = next_result(child, ended);
    if (ended || finding) return {seed, std::move(finding)};
    if (!done(seed++)) return {seed, {}};
  }
}

std::optional<Finding> check_alone(const Program& program, std::uint64_t seed,
                                   const std::vector<std::string>& devices) {
  Child child([&](int fd) {
    const auto finding = check(open_or_exit(devices, fd), program, seed, fd);
    send(fd, finding ? to_line(*finding) : "ok");
    _exit(0);
  });
  bool ended = false;
  return next_result(child, ended);
}

}  // namespace slipway::hunt
