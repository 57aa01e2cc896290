#include "grading/measure/grade_on_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "grading/measure/grading_turns.h"
#include "model/device_name.h"
#include "plan/plan.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "run/stop_signal.h"

namespace warpledger {
namespace {

/// Records machine code to compare submissions with; a host has none. Returns false, and fails the run, if a point was
/// lost, perhaps because of others.
bool record_known(const GradingSetup& setup, WorkerProcess& worker, const Device& device, bool alone) {
  if (device.backend != "cuda") return true;
  const Experiment& known = setup.grids.known.experiment;
  const Plan plan = make_plan(known, device);
  GradingRun run =
      setup.runs->begin(known, device, static_cast<std::size_t>(plan.size()),
                        {.session = setup.session, .seeds = setup.seeds, .role = GradingRole::known, .grid = "public"});
  const GridEnd end = measure_grid(
      {.plan = plan, .ordinals = plan.ordinals(), .untrusted = false, .untrusted_counts = false, .alone = alone},
      worker, [&](std::span<const Job> jobs, std::span<const Result> results) {
        return run.add(jobs, {results.begin(), results.end()});
      });
  if (end.stopped) {
    run.fail(kGradingStopped);
    return true;
  }
  if (!alone && end.lost_any) {
    run.fail(kCheckedAgain);
    return false;
  }
  run.finish(end);
  return true;
}

OtherPoints measure_others(const GradingSetup& setup, WorkerProcess& worker, const Device& device) {
  const Plan plan = make_plan(setup.grids.profiled.experiment, device);
  OtherPoints others;
  others.end =
      measure_grid({.plan = plan, .ordinals = setup.profiled.others, .untrusted = false, .untrusted_counts = false},
                   worker, [&](std::span<const Job> jobs, std::span<const Result> results) {
                     others.jobs.insert(others.jobs.end(), jobs.begin(), jobs.end());
                     others.results.insert(others.results.end(), results.begin(), results.end());
                     return true;
                   });
  return others;
}

/// Returns the current exception if it reports a failed device.
std::optional<DeviceFailed> device_failure() {
  const auto failed = [](const Error& error) {
    return DeviceFailed(Error(error.where(), error.problem(), error.hint()), true);
  };
  try {
    throw;
  } catch (const DeviceFailed& failure) {
    return failure;
  } catch (const DeviceLost& failure) {
    return failed(failure);
  } catch (const WorkerDied& failure) {
    return failed(failure);
  } catch (const WorkerTimedOut& failure) {
    return failed(failure);
  } catch (...) {
    return std::nullopt;
  }
}

/// Each device has its own threads: the system kills a worker when the thread that started it ends.
class ClassUnderWay {
 public:
  ClassUnderWay(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, ClassProgress& progress)
      : setup_(setup),
        progress_(progress),
        turns_(submissions.size(), setup.devices.size()),
        failed_(setup.devices.size()) {
    for (const ReadSubmission& submission : submissions) graders_.emplace_back(setup, submission);
  }

  void grade_all(int jobs) {
    const std::size_t devices = failed_.size();
    const std::size_t checkers =
        setup_.grids.checked.empty() ? 0 : std::min(static_cast<std::size_t>(jobs), graders_.size());
    checkers_ = checkers;
    if (checkers == 0) leave_unchecked();
    in_threads(devices, [&](std::size_t device) {
      in_threads((checkers + devices - 1 - device) / devices, [&](std::size_t checker) {
        if (device == 0 && checker == 0) know_beside_checks();
        check_on(device);
        if (--checkers_ == 0) leave_unchecked();
      });
      finish_on(device);
      if (has_failed(device)) turns_.leave();
    });
  }

  bool is_complete() {
    if (wrong_) std::rethrow_exception(wrong_);
    if (graded_ == graders_.size()) return true;
    if (stop_requested()) return false;
    if (std::ranges::count(failed_, false) == 0) {
      progress_.tell(fmt::format("{} of {} are graded; go on with --session latest when the device works again",
                                 graded_.load(), graders_.size()));
      throw DeviceFailed(*last_failure_);
    }
    for (const std::size_t one : turns_.left())
      progress_.tell(fmt::format("not graded: {}: two devices failed with it", graders_[one].name()));
    return false;
  }

 private:
  template <class Work>
  void in_threads(std::size_t count, const Work& work) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  }

  /// Marks submissions that no thread will check: all, or those left after failures.
  void leave_unchecked() {
    while (next_check_ < graders_.size()) turns_.unchecked(next_check_++);
  }

  bool is_over() {
    const std::lock_guard guard(mutex_);
    return wrong_ != nullptr || stop_requested();
  }

  bool has_failed(std::size_t device) {
    const std::lock_guard guard(mutex_);
    return failed_[device];
  }

  void check_on(std::size_t device) {
    while (!is_over() && !has_failed(device)) {
      const std::size_t next = next_check_++;
      if (next >= graders_.size()) return;
      SubmissionGrader& grader = graders_[next];
      try {
        grader.check(setup_.devices[device].name);
      } catch (...) {
        turns_.put_last(next);
        grader.begin_anew();
        fail(device);
        return;
      }
      turns_.checked(next, device, grader.check_again() ? CheckEnd::lost_a_point : CheckEnd::whole);
      tell_count(device, "checked", checked_, grader);
    }
  }

  void know_beside_checks() {
    const GradingDevice& first = setup_.devices.front();
    try {
      WorkerProcess worker = make_worker(setup_.paths, setup_.roots, first.name);
      record_known_once(worker, opened_device(worker), false);
    } catch (...) {
      fail(0);
    }
  }

  void finish_on(std::size_t device) {
    if (has_failed(device)) return;
    std::optional<std::size_t> now;
    try {
      finish_turns(device, now);
    } catch (...) {
      if (now) {
        turns_.put_last(*now);
        graders_[*now].begin_anew();
      }
      fail(device);
    }
  }

  void finish_turns(std::size_t device, std::optional<std::size_t>& now) {
    const std::string& name = setup_.devices[device].name;
    progress_.is_at(device, "the reference");
    WorkerProcess reference = make_worker(setup_.paths, setup_.roots, name);
    Device opened = opened_device(reference);  // it holds the device from now on (SubmissionGrader::finish)
    const std::unique_ptr<LockedClocks> clocks = locked_clocks(setup_.lock_clocks_mhz, opened);
    const OtherPoints others = measure_others(setup_, reference, opened);
    record_known_once(reference, opened, true);  // usually already recorded
    while (!is_over() && !others.end.stopped && (now = turns_.next(device))) {
      SubmissionGrader& grader = graders_[*now];
      progress_.is_at(device, fmt::format("{}, {} of {} graded", grader.name(), graded_.load(), graders_.size()));
      grader.finish(name, reference, others);
      if (!grader.whole()) break;
      now.reset();
      tell_count(device, "graded", graded_, grader);
    }
    if (now || others.end.stopped || is_over()) turns_.end();
  }

  /// Records once per session; after a failure, the next device tries again.
  void record_known_once(WorkerProcess& worker, const Device& device, bool alone) {
    const std::lock_guard guard(knowing_);
    if (!is_known_) is_known_ = record_known(setup_, worker, device, alone);
  }

  void tell_count(std::size_t device, const char* what, std::atomic<std::size_t>& count,
                  const SubmissionGrader& grader) {
    const std::lock_guard guard(telling_);
    progress_.tell(device,
                   fmt::format("{} {} of {}: {}: {}", what, ++count, graders_.size(), grader.name(), grader.summary()));
  }

  /// Handles the current exception, thrown on `device`.
  void fail(std::size_t device) {
    const std::optional<DeviceFailed> failure = device_failure();
    const std::lock_guard guard(mutex_);
    if (!failure) {
      if (!wrong_) wrong_ = std::current_exception();
      turns_.end();
    } else if (!failed_[device]) {
      failed_[device] = true;
      last_failure_.emplace(*failure);
      if (failed_.size() > 1) progress_.tell(device, "this device failed: " + failure->problem());
    }
  }

  const GradingSetup& setup_;
  ClassProgress& progress_;
  std::deque<SubmissionGrader> graders_;
  GradingTurns turns_;
  std::atomic<std::size_t> next_check_ = 0, checked_ = 0, graded_ = 0;
  std::atomic<std::size_t> checkers_ = 0;
  std::mutex telling_;
  std::mutex knowing_;
  bool is_known_ = false;  ///< guarded by `knowing_`
  std::mutex mutex_;       ///< guards the members below
  std::vector<bool> failed_;
  std::optional<DeviceFailed> last_failure_;
  std::exception_ptr wrong_;  ///< an error that is not a device's
};

}  // namespace

bool grade_on_devices(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                      ClassProgress& progress) {
  ClassUnderWay under_way(setup, submissions, progress);
  under_way.grade_all(jobs);
  return under_way.is_complete();
}

namespace {

std::vector<std::string> keys_on(const Experiment& experiment, const Device& device) {
  const Plan plan = make_plan(experiment, device);
  std::vector<std::string> keys;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) keys.push_back(plan.job(ordinal).key);
  return keys;
}

void refuse_another_model(const Device& device, const GradingSession& session) {
  if (session.devices.empty() || std::ranges::count(session.devices, device.name, &SessionDevice::name) > 0) return;
  throw Error(fmt::format("session {} was graded on {}, and {} is another model", session.uuid.substr(0, 8),
                          session.devices.front().name, label_of(device)),
              "times of two models make no class: go on with a device of that model, or leave out --session");
}

}  // namespace

void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment) {
  const Device& first = devices.front();
  refuse_another_model(first, session);
  if (devices.size() == 1) return;
  const std::vector<std::string> keys = keys_on(experiment, first);
  for (const Device& device : devices.subspan(1)) {
    if (device.name != first.name)
      throw Error(fmt::format("{} and {} are different models", label_of(first), label_of(device)),
                  "times of two models make no class: name one model, as --device all:h200 does");
    if (keys_on(experiment, device) != keys)
      throw Error(fmt::format("{} would measure other points than {}", label_of(device), label_of(first)),
                  "grade on devices with the same limits");
  }
}

}  // namespace warpledger
