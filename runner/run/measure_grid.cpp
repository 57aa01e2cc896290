#include "run/measure_grid.h"

#include <fmt/format.h>

#include "exec/run_jobs.h"
#include "exec/stopwatch.h"
#include "run/stop_signal.h"

namespace warpledger {
namespace {

/// Total time for lost points, including new workers; more would show nothing new.
constexpr double kMostLost_s = 10;

/// Number of lost points that is enough if all points so far are lost.
constexpr int kMostLostAlone = 8;

/// Adds up the cost of lost points, up to the start of the next point.
class LostTime {
 public:
  void follow(const RunStep& step) {
    if (step.result) {
      lost_now_ = is_lost(*step.result);
      (lost_now_ ? points_ : others_) += 1;
      return;
    }
    end_point();
    since_ = {};
  }

  void end_point() {
    if (lost_now_) lost_s_ += since_.elapsed_s();
    lost_now_ = false;
  }

  int points() const { return points_; }
  /// True if more points would show nothing new.
  bool says_enough() const { return lost_s() > kMostLost_s || (others_ == 0 && points_ >= kMostLostAlone); }
  double lost_s() const { return lost_s_ + (lost_now_ ? since_.elapsed_s() : 0); }

 private:
  Stopwatch since_;  ///< since the point started
  bool lost_now_ = false;
  int points_ = 0;
  int others_ = 0;  ///< not lost
  double lost_s_ = 0;
};

}  // namespace

bool is_lost(const Result& result) {
  return result.outcome == Outcome::timed_out || result.outcome == Outcome::crashed ||
         result.outcome == Outcome::launch_failed;
}

GridEnd measure_grid(const GridRequest& request, WorkerProcess& worker, const TakePoints& take) {
  LostTime lost;
  RunCallbacks callbacks;
  callbacks.progress = [&](const RunStep& step) { lost.follow(step); };
  bool is_taken = true;
  callbacks.complete = [&](std::span<const Job> jobs, std::span<const Result> results) {
    is_taken = take(jobs, results) && is_taken;
  };
  callbacks.before_profiling = [&](Job& job) { job.untrusted = request.untrusted_counts; };
  const Stopwatch since_begin;
  const auto is_spent = [&] { return request.budget_s && since_begin.elapsed_s() >= *request.budget_s; };
  const auto has_lost_enough = [&] { return request.alone ? lost.says_enough() : lost.points() > 0; };
  callbacks.stop_requested = [&] { return !is_taken || has_lost_enough() || is_spent() || stop_requested(); };
  const auto job_at = [&](std::int64_t ordinal) {
    Job job = request.plan.job(ordinal);
    job.untrusted = request.untrusted;
    job.renewed = request.renewed;
    return job;
  };
  const JobsSummary summary = run_jobs(request.ordinals, job_at, worker, callbacks);
  GridEnd end{.left_out = "", .lost_any = lost.points() > 0};
  if (!is_taken) return end;
  if (!summary.whole && has_lost_enough()) {
    end.left_out = fmt::format("{} point{} took {:.0f} s without a result; the others were skipped", lost.points(),
                               lost.points() == 1 ? "" : "s", lost.lost_s());
  } else if (!summary.whole && is_spent()) {
    end.left_out = "the submission's time limit is used up; the other points were skipped";
  } else if (!summary.whole) {
    end.stopped = true;
  }
  return end;
}

}  // namespace warpledger
