#include "grading/measure/submission_grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "exec/stopwatch.h"
#include "model/device.h"
#include "model/launch_text.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "spec/submitted_kernels.h"

namespace warpledger {
namespace {

/// Share of a point's time limit in a parallel check, where a hanging point delays others. A check alone has the full
/// limit.
constexpr double kShareBesideOthers = 0.5;

constexpr const char* kComplete = "the attempt is complete";
constexpr const char* kNothingCorrect = "no point is correct: nothing else was measured";
constexpr const char* kNothingToTime = "nothing is left to time";
constexpr const char* kRefused = "the submission was refused";

/// Throws DeviceFailed for a lost point of the reference, which is the device's fault, else Error.
[[noreturn]] void refuse_reference(const Job& job, const Result& result) {
  const Error wrong(fmt::format("the reference is not correct at {}: {}", point_text(job), result.reason),
                    "grade with a reference that works on this device");
  if (is_lost(result)) throw DeviceFailed(wrong, true);
  throw Error(wrong);
}

/// Excludes the other side's worker, which keeps the GPU open but idle, from the count of processes.
std::vector<Result> beside_idle_worker(std::span<const Result> results) {
  std::vector<Result> beside(results.begin(), results.end());
  for (Result& result : beside)
    for (Metric& metric : result.metrics)
      if (metric.name == kOtherGpuProcesses && metric.value && *metric.value > 0) *metric.value -= 1;
  return beside;
}

/// Renames each submitted file to the family's that it replaces. Equal texts are one program in the ledger and caches,
/// so the first author's file name would appear for all.
void hide_file_names(Experiment& submitted, const Experiment& graded) {
  namespace fs = std::filesystem;
  std::vector<Kernel>& kernels = submitted.families.front().kernels;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Kernel& kernel = kernels[i];
    if (!kernel.submitted) continue;
    SourceFile& main = kernel.program.main;
    const fs::path own = main.name, replaced = graded.only_family().kernels[i].program.main.name;
    const std::string folder = own.parent_path().string() + "/";
    const bool has_neighbors = std::ranges::any_of(
        kernel.program.headers, [&](const SourceFile& header) { return header.name.starts_with(folder); });
    const bool leads_up = main.text.find("\"../") != std::string::npos;
    main.name = (has_neighbors || leads_up ? own.parent_path() / replaced.filename() : replaced.filename()).string();
  }
}

}  // namespace

void Tally::add(std::span<const Job> jobs, std::span<const Result> results, const Device& device) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    ++points;
    if (results[i].outcome == Outcome::ok) continue;
    ++incorrect;
    if (results[i].outcome == Outcome::invalid_point && device.backend == "host") ++undecided;
    incorrect_kernels.insert(jobs[i].kernel);
  }
}

Device opened_device(WorkerProcess& worker) {
  try {
    return described(worker);
  } catch (const Error& error) {
    throw DeviceFailed(error, true);
  }
}

SubmissionGrader::SubmissionGrader(const GradingSetup& setup, ReadSubmission submission)
    : setup_(setup),
      submission_(std::move(submission)),
      refused_{submission_.name, {}},
      files_(digest_of(submission_)),
      attempt_(boost::uuids::to_string(boost::uuids::random_generator()())),
      left_s_(setup.grids.profiled.experiment.grading->time_limit_s) {
  if (!submission_.submission) return;
  try {
    submitted(setup_.grids.profiled);
  } catch (const Error& error) {
    submission_.refusal = error.what();
    refused_ = *std::move(submission_.submission);
    submission_.submission.reset();
  }
}

/// Returns the grid's experiment with the submission's kernels, even of a refused submission.
Experiment SubmissionGrader::submitted(const GradingGrid& grid) const {
  std::vector<std::string> kernels = grid.experiment.grading->submission;
  std::erase_if(kernels, [&](const std::string& name) {  // a hidden grid may have only some
    return std::ranges::none_of(grid.experiment.grid.kernels, [&](const KernelChoice& choice) {
      return grid.experiment.kernel_of(choice).name == name;
    });
  });
  Experiment submitted = submission_.submission
                             ? with_submission(grid.experiment, *submission_.submission, kernels,
                                               submission_.rules_waived ? SourceRules::waived : SourceRules::hold)
                             : with_refused_submission(grid.experiment, refused_, kernels);
  hide_file_names(submitted, grid.experiment);
  return submitted;
}

GradingRun SubmissionGrader::begin_run(const Experiment& experiment, const Device& device, std::size_t points,
                                       GradingMark mark) const {
  mark.session = setup_.session;
  mark.attempt = attempt_;
  mark.seeds = setup_.seeds;
  mark.graded = submission_.name;
  mark.files = files_;
  mark.hand_in = submission_.hand_in;
  return setup_.runs->begin(experiment, device, points, mark);
}

GridEnd SubmissionGrader::measure_own(GridRequest request, WorkerProcess& worker, const TakePoints& take) {
  const Stopwatch stopwatch;
  request.budget_s = left_s_;
  GridEnd end = measure_grid(request, worker, take);
  if (left_s_) *left_s_ -= stopwatch.elapsed_s();
  return end;
}

/// Ends the run, as failed if the user stopped. Returns true if the attempt continues.
bool SubmissionGrader::finish_run(GradingRun& run, const GridEnd& end, const std::string& last) {
  if (end.stopped) {
    run.fail(kGradingStopped);
    stopped_ = true;
    return false;
  }
  run.finish(end, last);
  whole_ = !last.empty() || !end.left_out.empty();
  return !whole_;
}

/// Records a refusal at every point; returns false if there is none.
bool SubmissionGrader::refuse_unreadable(const std::string& name) {
  if (submission_.submission) return false;
  WorkerProcess worker = make_worker(setup_.paths, setup_.roots, name);
  const Device device = opened_device(worker);
  const Experiment experiment = submitted(setup_.grids.profiled);
  const Plan plan = make_plan(experiment, device);
  std::vector<Job> jobs;
  std::vector<Result> results;
  for (const std::int64_t ordinal : plan.ordinals()) {
    jobs.push_back(plan.job(ordinal));
    results.push_back(
        {.ordinal = ordinal, .outcome = Outcome::invalid_point, .reason = submission_.refusal, .checks = {}});
  }
  GradingRun run =
      begin_run(experiment, device, jobs.size(), {.role = GradingRole::profiled, .grid = "public", .refused = true});
  run.add(jobs, std::move(results));
  finish_run(run, {}, kRefused);
  return true;
}

/// Returns false if no other checked grid may follow now.
bool SubmissionGrader::check_grid(const GradingGrid& grid, WorkerProcess& worker, const Device& device, bool alone) {
  const Experiment experiment = submitted(grid);
  const Plan plan = make_plan(experiment, device);
  const Tally before = tally_;
  GradingRun run = begin_run(experiment, device, static_cast<std::size_t>(plan.size()),
                             {.role = GradingRole::checked, .grid = grid.name});
  const GridEnd end = measure_own({.plan = plan, .ordinals = plan.ordinals(), .alone = alone}, worker,
                                  [&](std::span<const Job> jobs, std::span<const Result> results) {
                                    tally_.add(jobs, results, device);
                                    return run.add(jobs, {results.begin(), results.end()});
                                  });
  if (!alone && end.lost_any) {
    run.fail(kCheckedAgain);
    check_again_ = true;
    tally_ = before;
    return false;
  }
  const bool is_last = checked_grids_ + 1 == setup_.grids.checked.size();
  return finish_run(run, end, is_last && tally_.nothing_correct() ? kNothingCorrect : "");
}

void SubmissionGrader::run_checked_grids(const std::string& name, bool alone) {
  WorkerProcess worker = make_untrusted_worker(setup_.paths, setup_.roots, name, submission_.name);
  const Device device = opened_device(worker);
  // A host's cores are shared by its system, and a repeated check has the device to itself: neither needs a limit.
  if (!alone && device.backend == "cuda") worker.limit_points_to(kShareBesideOthers);
  check_again_ = false;
  while (checked_grids_ < setup_.grids.checked.size() &&
         check_grid(setup_.grids.checked[checked_grids_], worker, device, alone))
    ++checked_grids_;
}

void SubmissionGrader::check(const std::string& device) {
  if (submission_.submission) run_checked_grids(device, false);
}

void SubmissionGrader::begin_anew() {
  attempt_ = boost::uuids::to_string(boost::uuids::random_generator()());
  left_s_ = setup_.grids.profiled.experiment.grading->time_limit_s;
  tally_ = {};
  checked_grids_ = 0;
  check_again_ = whole_ = false;
}

void SubmissionGrader::finish(const std::string& name, WorkerProcess& reference, const OtherPoints& others) {
  if (stopped_ || whole_ || refuse_unreadable(name)) return;
  if (checked_grids_ < setup_.grids.checked.size()) run_checked_grids(name, true);
  if (stopped_ || whole_) return;
  WorkerProcess worker = make_untrusted_worker(setup_.paths, setup_.roots, name, submission_.name);
  Device device = opened_device(worker);
  if (setup_.lock_clocks_mhz) note_locked_clock(device, *setup_.lock_clocks_mhz);  // locked by grade_on_devices
  const Experiment own = submitted(setup_.grids.profiled);
  const Plan plan = make_plan(own, device);
  // On a host, times decide nothing: only checked and counted launches are untrusted.
  const bool untrusted = device.backend == "cuda";
  GradingRun run = begin_run(own, device, setup_.profiled.submitted.size() + setup_.profiled.others.size(),
                             {.role = GradingRole::profiled, .grid = "public"});
  run.add(others.jobs, others.results);
  const GridEnd end = measure_own({.plan = plan, .ordinals = setup_.profiled.submitted, .untrusted = untrusted}, worker,
                                  [&](std::span<const Job> jobs, std::span<const Result> results) {
                                    tally_.add(jobs, results, device);
                                    return run.add(jobs, beside_idle_worker(results));
                                  });
  // A host's times say nothing about a GPU: no rounds.
  const std::vector<TimedOrdinal> timed = untrusted ? right_timed_ordinals() : std::vector<TimedOrdinal>();
  if (finish_run(run, end, timed.empty() ? kNothingToTime : "")) run_rounds(timed, worker, reference, device);
}

/// Leaves out incorrect kernels, which earn nothing for their times.
std::vector<TimedOrdinal> SubmissionGrader::right_timed_ordinals() const {
  std::vector<TimedOrdinal> right;
  for (const TimedOrdinal& timed : setup_.timed)
    if (!tally_.incorrect_kernels.contains(timed.kernel)) right.push_back(timed);
  return right;
}

/// Returns false if nothing more may run.
bool SubmissionGrader::run_round(int round, const std::vector<std::int64_t>& ordinals, WorkerProcess& worker,
                                 const Device& device, const std::string& last) {
  const Experiment own = submitted(setup_.grids.timed);
  const Plan plan = make_plan(own, device);
  GradingRun run =
      begin_run(own, device, ordinals.size(), {.role = GradingRole::round, .grid = "public", .round = round});
  const GridEnd end = measure_own({.plan = plan, .ordinals = ordinals}, worker,
                                  [&](std::span<const Job> jobs, std::span<const Result> results) {
                                    tally_.add(jobs, results, device);
                                    return run.add(jobs, beside_idle_worker(results));
                                  });
  return finish_run(run, end, last);
}

/// Returns false if nothing more may run. Throws if the reference is incorrect.
bool SubmissionGrader::run_reference(int round, const std::vector<std::int64_t>& ordinals, WorkerProcess& worker,
                                     const Device& device, const std::string& last) {
  const Experiment& reference = setup_.grids.reference.experiment;
  const Plan plan = make_plan(reference, device);
  GradingRun run =
      begin_run(reference, device, ordinals.size(), {.role = GradingRole::reference, .grid = "public", .round = round});
  std::optional<std::pair<Job, Result>> incorrect;
  const GridEnd end =
      measure_grid({.plan = plan, .ordinals = ordinals, .untrusted = false, .renewed = true, .untrusted_counts = false},
                   worker, [&](std::span<const Job> jobs, std::span<const Result> results) {
                     const auto found = std::ranges::find_if_not(
                         results, [](Outcome o) { return o == Outcome::ok; }, &Result::outcome);
                     if (found != results.end() && !incorrect) incorrect.emplace(jobs[found - results.begin()], *found);
                     return run.add(jobs, beside_idle_worker(results));
                   });
  if (incorrect) refuse_reference(incorrect->first, incorrect->second);
  return finish_run(run, end, last);
}

void SubmissionGrader::run_rounds(const std::vector<TimedOrdinal>& timed, WorkerProcess& worker,
                                  WorkerProcess& reference, const Device& device) {
  std::vector<std::int64_t> own;
  std::set<std::int64_t> of_reference;
  for (const TimedOrdinal& point : timed) {
    own.push_back(point.ordinal);
    of_reference.insert(point.reference);
  }
  const std::vector<std::int64_t> references(of_reference.begin(), of_reference.end());
  for (int round = 1; round <= setup_.rounds; ++round) {
    const std::string last = round == setup_.rounds ? kComplete : "";
    const bool is_own_first = round % 2 == 1;  // so that neither always runs second
    const bool continues =
        is_own_first
            ? run_round(round, own, worker, device, "") && run_reference(round, references, reference, device, last)
            : run_reference(round, references, reference, device, "") && run_round(round, own, worker, device, last);
    if (!continues) return;
  }
}

std::string SubmissionGrader::name() const {
  const int attempt = submission_.hand_in.attempt;
  return attempt == 1 ? submission_.name : fmt::format("{}, attempt {}", submission_.name, attempt);
}

std::string SubmissionGrader::summary() const {
  if (!submission_.submission) return "refused: " + submission_.refusal;
  if (check_again_) return kCheckedAgain;
  const auto some = [this](std::int64_t count, const char* how) {
    return fmt::format("{} of {} points are {}", with_thousands(count), with_thousands(tally_.points), how);
  };
  const std::int64_t incorrect = tally_.incorrect - tally_.undecided;
  if (incorrect > 0) return some(incorrect, "not correct");
  if (tally_.undecided > 0) return some(tally_.undecided, "open");
  return fmt::format("{} {} correct", with_thousands(tally_.points), tally_.points == 1 ? "point" : "points");
}

}  // namespace warpledger
