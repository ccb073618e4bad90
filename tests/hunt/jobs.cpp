#include "hunt/jobs.h"

#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace slipway::hunt {
namespace {

struct Job {
  pid_t pid = -1;
  int fd = -1;
};

Job start(unsigned number, const std::function<Totals(unsigned)>& work) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) std::abort();
  if (pid == 0) {
    close(ends[0]);
    const Totals totals = work(number);
    std::fflush(nullptr);
    _exit(write(ends[1], &totals, sizeof totals) == sizeof totals ? 0 : 1);  // less than a pipe takes at once
  }
  close(ends[1]);
  return {pid, ends[0]};
}

}  // namespace

Totals share_out(unsigned jobs, const std::function<Totals(unsigned)>& work) {
  if (jobs <= 1) return work(0);
  std::vector<Job> started;
  started.reserve(jobs);
  for (unsigned i = 0; i < jobs; ++i) started.push_back(start(i, work));
  Totals sum;
  for (const Job& job : started) {
    Totals totals;
    if (read(job.fd, &totals, sizeof totals) != sizeof totals) {
      fmt::print("process {} of the hunt ended without a result\n", job.pid);
      totals = {.programs = 0, .findings = 1, .left_out = 0};
    }
    close(job.fd);
    waitpid(job.pid, nullptr, 0);
    sum.programs += totals.programs;
    sum.findings += totals.findings;
    sum.left_out += totals.left_out;
  }
  return sum;
}

}  // namespace slipway::hunt
