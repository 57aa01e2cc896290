#include "grading/submission_grader.h"

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

/// Of a point's time limit, for one that is checked beside others: what does not end keeps them waiting, and is checked
/// again alone with all of it.
constexpr double kShareBesideOthers = 0.5;

/// The reference that others are timed with. Where it is lost, the device is at fault.
void require_right(const MeasuredGrid& reference) {
  for (std::size_t i = 0; i < reference.results.size(); ++i) {
    const Result& result = reference.results[i];
    if (result.outcome == Outcome::ok) continue;
    const Error wrong(
        fmt::format("the reference is not correct at {}: {}", point_text(reference.jobs[i]), result.reason),
        "grade with a reference that works on this device");
    if (is_lost(result)) throw DeviceFailed(wrong, true);
    throw Error(wrong);
  }
}

/// While either the submission's or the reference's worker measures, the other one holds the GPU idle: it is none of
/// the other processes that disturb.
MeasuredGrid beside_idle_worker(MeasuredGrid grid) {
  for (Result& result : grid.results)
    for (Metric& metric : result.metrics)
      if (metric.name == kOtherGpuProcesses && metric.value && *metric.value > 0) *metric.value -= 1;
  return grid;
}

/// Calls each submitted file by the name of the family's that it replaces. Programs of the same text are one in the
/// ledger and in caches, and the file of whoever came first, or its folder, may be called after its author.
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

/// The grid's experiment with the submission's kernels, also of one that was refused.
Experiment SubmissionGrader::submitted(const GradingGrid& grid) const {
  std::vector<std::string> kernels = grid.experiment.grading->submission;
  std::erase_if(kernels, [&](const std::string& name) {  // a hidden grid may have some of them
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

/// Measures points of the submission, as long as its time limit lets it.
MeasuredGrid SubmissionGrader::measure_own(GridRequest request, WorkerProcess& worker, const Device& device) {
  const Stopwatch stopwatch;
  request.budget_s = left_s_;
  MeasuredGrid grid = measure_grid(request, worker, device);
  if (left_s_) *left_s_ -= stopwatch.elapsed_s();
  return grid;
}

void SubmissionGrader::remember(const MeasuredGrid& grid) {
  for (std::size_t i = 0; i < grid.results.size(); ++i) {
    ++points_;
    if (grid.results[i].outcome == Outcome::ok) continue;
    ++wrong_points_;
    if (grid.results[i].outcome == Outcome::invalid_point && grid.info.device.backend == "host") ++open_points_;
    wrong_kernels_.insert(grid.jobs[i].kernel);
  }
}

void SubmissionGrader::forget() {
  points_ = wrong_points_ = open_points_ = 0;
  wrong_kernels_.clear();
}

/// Brings it to the ledger; false when nothing more shall run.
bool SubmissionGrader::record(const MeasuredGrid& grid, GradingMark mark, bool last) {
  if (grid.stopped) {
    stopped_ = true;
    return false;
  }
  mark.session = setup_.session;
  mark.attempt = attempt_;
  mark.seeds = setup_.seeds;
  mark.graded = submission_.name;
  mark.files = files_;
  mark.hand_in = submission_.hand_in;
  mark.last = last || !grid.left_out.empty();
  setup_.record(grid, mark);
  whole_ = mark.last;
  return !whole_;
}

/// Records that a submission was refused, and why; false when it was not.
bool SubmissionGrader::refuse_unreadable(const std::string& device) {
  if (submission_.submission) return false;
  WorkerProcess worker = make_worker(setup_.paths, setup_.roots, device);
  record(refused_grid(submitted(setup_.grids.profiled), submission_.refusal, opened_device(worker)),
         {.role = GradingRole::profiled, .grid = "public", .refused = true}, true);
  return true;
}

void SubmissionGrader::run_checked_grids(const std::string& name, bool alone) {
  WorkerProcess worker = make_untrusted_worker(setup_.paths, setup_.roots, name, submission_.name);
  const Device device = opened_device(worker);
  // A host's cores are shared by the system, and what is checked again alone waits for all others.
  if (!alone && device.backend == "cuda") worker.limit_points_to(kShareBesideOthers);
  std::vector<std::pair<MeasuredGrid, GradingMark>> measured;
  for (const GradingGrid& grid : setup_.grids.checked) {
    const Experiment experiment = submitted(grid);
    measured.emplace_back(measure_own({.experiment = experiment, .alone = alone}, worker, device),
                          GradingMark{.role = GradingRole::checked, .grid = grid.name});
    const MeasuredGrid& last = measured.back().first;
    if (!alone && last.lost_any()) {
      check_again_ = true;
      forget();
      return;
    }
    remember(last);
    if (last.stopped || !last.left_out.empty()) break;
  }
  for (const auto& [grid, mark] : measured)
    if (!record(grid, mark, nothing_right() && &grid == &measured.back().first)) return;
  checked_ = true;
}

void SubmissionGrader::check(const std::string& device) {
  if (submission_.submission) run_checked_grids(device, false);
}

void SubmissionGrader::begin_anew() {
  attempt_ = boost::uuids::to_string(boost::uuids::random_generator()());
  left_s_ = setup_.grids.profiled.experiment.grading->time_limit_s;
  forget();
  checked_ = check_again_ = whole_ = false;
}

void SubmissionGrader::finish(const std::string& name, WorkerProcess& reference, const MeasuredGrid& others) {
  if (stopped_ || whole_ || refuse_unreadable(name)) return;
  if (!checked_ && !setup_.grids.checked.empty()) run_checked_grids(name, true);
  if (stopped_ || whole_) return;
  WorkerProcess worker = make_untrusted_worker(setup_.paths, setup_.roots, name, submission_.name);
  Device device = opened_device(worker);
  if (setup_.lock_clocks_mhz) note_locked_clock(device, *setup_.lock_clocks_mhz);  // by grade_on_devices
  const Experiment own = submitted(setup_.grids.profiled);
  // Times of a host decide nothing: there, launches are distrusted where they are checked and counted alone.
  const bool untrusted = device.backend == "cuda";
  MeasuredGrid profiled = beside_idle_worker(
      measure_own({.experiment = own, .ordinals = setup_.profiled.submitted, .untrusted = untrusted}, worker, device));
  remember(profiled);
  add_points(profiled, others);
  // Times of a host say nothing of a GPU: there, nothing is timed beside a reference.
  const std::vector<TimedOrdinal> timed = untrusted ? right_timed_ordinals() : std::vector<TimedOrdinal>();
  if (record(profiled, {.role = GradingRole::profiled, .grid = "public"}, timed.empty()))
    run_rounds(timed, worker, reference, device);
}

/// What is not right gets no points for its time.
std::vector<TimedOrdinal> SubmissionGrader::right_timed_ordinals() const {
  std::vector<TimedOrdinal> right;
  for (const TimedOrdinal& timed : setup_.timed)
    if (!wrong_kernels_.contains(timed.kernel)) right.push_back(timed);
  return right;
}

void SubmissionGrader::run_rounds(const std::vector<TimedOrdinal>& timed, WorkerProcess& worker,
                                  WorkerProcess& reference, const Device& device) {
  std::vector<std::int64_t> ordinals;
  std::set<std::int64_t> references;
  for (const TimedOrdinal& point : timed) {
    ordinals.push_back(point.ordinal);
    references.insert(point.reference);
  }
  const Experiment own = submitted(setup_.grids.timed);
  const auto measure_round = [&] {
    return beside_idle_worker(measure_own({.experiment = own, .ordinals = ordinals}, worker, device));
  };
  const auto measure_reference = [&] {
    return beside_idle_worker(measure_grid({.experiment = setup_.grids.reference.experiment,
                                            .ordinals = std::vector<std::int64_t>(references.begin(), references.end()),
                                            .untrusted = false,
                                            .renewed = true,
                                            .untrusted_counts = false},
                                           reference, device));
  };
  for (int round = 1; round <= setup_.rounds; ++round) {
    // In turn, so that neither always follows the other.
    MeasuredGrid first = round % 2 == 1 ? measure_round() : measure_reference();
    MeasuredGrid second = round % 2 == 1 ? measure_reference() : measure_round();
    if (round % 2 == 0) std::swap(first, second);
    require_right(second);
    remember(first);
    if (second.stopped) first.stopped = true;
    if (!record(second, {.role = GradingRole::reference, .grid = "public", .round = round}, false)) return;
    if (!record(first, {.role = GradingRole::round, .grid = "public", .round = round}, round == setup_.rounds)) return;
  }
}

std::string SubmissionGrader::name() const {
  const int attempt = submission_.hand_in.attempt;
  return attempt == 1 ? submission_.name : fmt::format("{}, attempt {}", submission_.name, attempt);
}

std::string SubmissionGrader::summary() const {
  if (!submission_.submission) return "refused: " + submission_.refusal;
  if (check_again_ && points_ == 0) return "a point was lost; checked again alone";
  const auto some = [this](std::int64_t count, const char* how) {
    return fmt::format("{} of {} points are {}", with_thousands(count), with_thousands(points_), how);
  };
  const std::int64_t incorrect = wrong_points_ - open_points_;
  if (incorrect > 0) return some(incorrect, "not correct");
  if (open_points_ > 0) return some(open_points_, "open");
  return fmt::format("{} {} correct", with_thousands(points_), points_ == 1 ? "point" : "points");
}

}  // namespace warpledger
