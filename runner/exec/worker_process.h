#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "exec/worker_child.h"
#include "model/device.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// The worker ended without an answer; problem() says how it ended.
class WorkerDied : public Error {
 public:
  using Error::Error;
};

/// The worker did not answer in time and was killed.
class WorkerTimedOut : public Error {
 public:
  using Error::Error;
};

/// No new worker could run a known-good kernel after a fault, so nothing more can be measured.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

/// Callback invoked if no answer arrives within `after_s`. Must not throw.
struct Meanwhile {
  double after_s = 0;
  std::function<void()> act = nullptr;
};

/// The parent's handle of a worker: a child process of this same program, on a private socket. The first request starts
/// it, the destructor kills it. One request at a time. Output goes to standard error, limited per request.
///
/// If a fault costs the worker (launch_failed, timed_out or crashed), the next request starts a new one, which must
/// first run a known-good kernel.
class WorkerProcess {
 public:
  /// `command` starts with the program; "--fd N" is appended. `device_return_s` limits the wait for a working device
  /// after a fault: a GPU may need seconds to recover from a killed process.
  explicit WorkerProcess(std::vector<std::string> command, double device_return_s = 10)
      : command_(std::move(command)), device_return_s_(device_return_s) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Workers for untrusted code, isolated (WorkerChild) in a temporary folder. "--untrusted FOLDER" is appended to
  /// `command`; the worker then sandboxes itself. `author` prefixes each line of output.
  static WorkerProcess for_untrusted_code(std::vector<std::string> command, const std::string& author) {
    return WorkerProcess(std::move(command), std::make_unique<TemporaryFolder>(), WorkerOutput(author));
  }

  /// Starts the worker, which opens its device in the background; then call describe(). Throws Error if it cannot be
  /// started.
  void begin_describing();

  /// The following wait for the answer (exec/worker.h). They throw Error if the worker reports one or cannot be
  /// started, WorkerDied and WorkerTimedOut if the worker is gone, and DeviceLost.
  Device describe();
  std::vector<Device> devices(DeviceDetail detail = DeviceDetail::all);
  std::vector<Finding> diagnose();  ///< has a time limit: a broken driver may hang
  std::vector<std::string> chips();
  std::vector<ChipCounter> chip_counters(const std::string& chip);
  std::vector<CounterSupport> counter_support(const std::vector<std::string>& chips,
                                              const std::vector<MetricRequest>& metrics);

  /// Scales the time limit of later points by `share`, at most 1.
  void limit_points_to(double share) { share_of_time_limit_ = share; }

  /// Measures one point. The outcome is crashed or timed_out if the worker dies or is too slow. Throws DeviceLost
  /// before the point starts.
  Result measure(const Job& job, const Meanwhile& meanwhile = {});

  /// Launches one point once, without a time limit: an attached tool may slow it down.
  Result launch(const Job& job);

  /// Counts points; returns one list per job. If the worker dies or the device is lost, values are absent with that
  /// reason.
  std::vector<std::vector<Metric>> collect(const std::vector<Job>& jobs);

 private:
  WorkerProcess(std::vector<std::string> command, std::unique_ptr<TemporaryFolder> folder, WorkerOutput output);
  nlohmann::json ask(const nlohmann::json& request, double timeout_s = -1);
  nlohmann::json ask_worker(const nlohmann::json& request, double timeout_s, const Meanwhile& meanwhile = {});
  void send(const nlohmann::json& request);
  nlohmann::json received(double timeout_s, const Meanwhile& meanwhile = {});
  void wait_for_answer(double timeout_s, const Meanwhile& meanwhile);
  /// Sends the arrays of `job` that the worker does not have yet.
  void send_arrays(const Job& job);
  Result result_of(const char* verb, const Job& job, double timeout_s, const Meanwhile& meanwhile);
  /// Returns read(). If the answer is malformed, kills the worker and throws WorkerDied.
  template <class Read>
  auto checked(const Read& read);
  template <class T>
  T part_of(const nlohmann::json& answer, const char* key);
  std::string bury(double patience_s);
  void regain_trust();
  void add_last_words(Result& result) const;

  std::vector<std::string> command_;
  double device_return_s_ = 10;
  double share_of_time_limit_ = 1;
  std::unique_ptr<TemporaryFolder> folder_;  ///< for untrusted code; else null
  std::optional<WorkerChild> child_;
  bool is_describing_ = false;         ///< begin_describing() was called; its answer is pending
  std::set<std::string> sent_arrays_;  ///< digests of those that `child_` has
  WorkerOutput output_;
  std::string suspect_since_;  ///< the fault that made the device suspect; empty while it is trusted
  bool counts_ = true;         ///< the device may have hardware counters
};

}  // namespace warpledger
