#include "run/measured_grid.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <numeric>

#include "exec/run_jobs.h"
#include "exec/stopwatch.h"
#include "plan/plan.h"
#include "run/record_run.h"
#include "run/stop_signal.h"

namespace warpledger {
namespace {

/// What points may cost together that are lost: their time limit, and a new worker each. More would say nothing new.
constexpr double kMostLost_s = 10;

/// So many lost ones and no other say as much.
constexpr int kMostLostAlone = 8;

/// A grid is recorded as a whole: nothing is won by counting part of it early, and every profiling session costs 0.1 s.
constexpr BatchLimits kWholeGrid{.points = std::numeric_limits<std::size_t>::max(),
                                 .time_s = std::numeric_limits<double>::infinity()};

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

/// Adds up what the lost points of a grid cost, until the next point begins.
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

  /// Also of a point that was the last one so far.
  void end_point() {
    if (lost_now_) lost_s_ += since_.elapsed_s();
    lost_now_ = false;
  }

  int points() const { return points_; }
  /// Whether the points that are left would say nothing new.
  bool says_enough() const { return lost_s() > kMostLost_s || (others_ == 0 && points_ >= kMostLostAlone); }
  double lost_s() const { return lost_s_ + (lost_now_ ? since_.elapsed_s() : 0); }

 private:
  Stopwatch since_;  ///< the point began
  bool lost_now_ = false;
  int points_ = 0;
  int others_ = 0;  ///< that were not lost
  double lost_s_ = 0;
};

std::vector<std::int64_t> all_of(const Plan& plan) {
  std::vector<std::int64_t> ordinals(static_cast<std::size_t>(plan.size()));
  std::iota(ordinals.begin(), ordinals.end(), 0);
  return ordinals;
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point moment) {
  const auto ms = std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count() % 1000;
  return fmt::format("{:%FT%T}.{:03}Z", std::chrono::floor<std::chrono::seconds>(moment), ms);
}

bool is_lost(const Result& result) {
  return result.outcome == Outcome::timed_out || result.outcome == Outcome::crashed ||
         result.outcome == Outcome::launch_failed;
}

bool MeasuredGrid::lost_any() const { return std::ranges::any_of(results, is_lost); }

MeasuredGrid measure_grid(const GridRequest& request, WorkerProcess& worker, const Device& device) {
  const Plan plan = make_plan(request.experiment, device);
  const std::vector<std::int64_t> ordinals = request.ordinals ? *request.ordinals : all_of(plan);
  MeasuredGrid grid;
  grid.info = info_of(request.experiment, device, static_cast<std::int64_t>(ordinals.size()));
  grid.info.started_utc = utc_now();
  LostTime lost;
  RunCallbacks callbacks;
  callbacks.progress = [&](const RunStep& step) { lost.follow(step); };
  callbacks.complete = [&](std::span<const Job> jobs, std::span<const Result> results) {
    std::ranges::copy(jobs, std::back_inserter(grid.jobs));
    std::ranges::copy(results, std::back_inserter(grid.results));
  };
  callbacks.before_profiling = [&](Job& job) { job.untrusted = request.untrusted_counts; };
  const Stopwatch since_begin;
  const auto is_spent = [&] { return request.budget_s && since_begin.elapsed_s() >= *request.budget_s; };
  const auto has_lost_enough = [&] { return request.alone ? lost.says_enough() : lost.points() > 0; };
  callbacks.stop_requested = [&] { return has_lost_enough() || is_spent() || stop_requested(); };
  const auto job_at = [&](std::int64_t ordinal) {
    Job job = plan.job(ordinal);
    job.untrusted = request.untrusted;
    job.renewed = request.renewed;
    return job;
  };
  const JobsSummary summary = run_jobs(ordinals, job_at, worker, callbacks, kWholeGrid);
  grid.info.ended_utc = utc_now();
  if (!summary.whole && has_lost_enough()) {
    grid.left_out = fmt::format("{} point{} took {:.0f} s without a result; the others were skipped", lost.points(),
                                lost.points() == 1 ? "" : "s", lost.lost_s());
  } else if (!summary.whole && is_spent()) {
    grid.left_out = "the submission's time limit is used up; the other points were skipped";
  } else if (!summary.whole) {
    grid.stopped = true;
  }
  return grid;
}

void add_points(MeasuredGrid& grid, const MeasuredGrid& part) {
  grid.info.planned_points += part.info.planned_points;
  for (std::size_t i = 0; i < part.jobs.size(); ++i) {
    const auto place = std::ranges::upper_bound(grid.jobs, part.jobs[i].ordinal, {}, &Job::ordinal) - grid.jobs.begin();
    grid.jobs.insert(grid.jobs.begin() + place, part.jobs[i]);
    grid.results.insert(grid.results.begin() + place, part.results[i]);
  }
}

MeasuredGrid refused_grid(const Experiment& experiment, const std::string& reason, const Device& device) {
  const Plan plan = make_plan(experiment, device);
  MeasuredGrid grid;
  grid.info = info_of(experiment, device, plan.size());
  grid.info.started_utc = utc_now();
  for (const std::int64_t ordinal : all_of(plan)) {
    grid.jobs.push_back(plan.job(ordinal));
    Result& result = grid.results.emplace_back();
    result.ordinal = ordinal;
    result.outcome = Outcome::invalid_point;
    result.reason = reason;
  }
  return grid;
}

std::string record_grid(LedgerWriter& ledger, const MeasuredGrid& grid) {
  std::string run = ledger.begin_run(grid.info);
  ledger.record(grid.jobs, grid.results);
  ledger.end_run(grid.left_out.empty() ? "finished" : "interrupted", grid.left_out);
  return run;
}

}  // namespace warpledger
