#include "grading/grade_submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "run/run_options.h"
#include "run/stop_signal.h"

namespace warpledger {
namespace {

/// Checks submissions, each in the thread that is free first.
class ParallelCheck {
 public:
  ParallelCheck(std::deque<SubmissionGrader>& graders, const std::function<void(const std::string&)>& tell)
      : graders_(graders), tell_(tell) {}

  /// Throws what the first failing check threw, after all threads have ended.
  void run(int jobs) {
    {
      std::vector<std::jthread> threads;
      const auto count = std::min(static_cast<std::size_t>(jobs), graders_.size());
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    while (!stop_requested()) {
      const std::size_t next = next_++;
      if (next >= graders_.size()) return;
      try {
        graders_[next].check();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = graders_.size();
        return;
      }
      const std::lock_guard lock(mutex_);
      tell_(fmt::format("checked {} of {}: {}: {}", ++done_, graders_.size(), graders_[next].name(),
                        graders_[next].summary()));
    }
  }

  std::deque<SubmissionGrader>& graders_;
  const std::function<void(const std::string&)>& tell_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

bool grade_submissions(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                       const std::function<void(const std::string&)>& tell) {
  std::deque<SubmissionGrader> graders;
  for (const ReadSubmission& submission : submissions) graders.emplace_back(setup, submission);
  ParallelCheck(graders, tell).run(jobs);
  WorkerProcess reference = make_worker(setup.paths, setup.roots, setup.device);
  reference.describe();  // it holds the device from now on (SubmissionGrader::finish)
  std::size_t done = 0;
  for (SubmissionGrader& grader : graders) {
    if (stop_requested()) return false;
    grader.finish(reference);
    if (!grader.whole()) return false;
    tell(fmt::format("graded {} of {}: {}: {}", ++done, graders.size(), grader.name(), grader.summary()));
  }
  return true;
}

}  // namespace warpledger
