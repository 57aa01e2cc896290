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

/// The worker ended without an answer; problem() says how.
class WorkerDied : public Error {
 public:
  using Error::Error;
};

/// The worker gave no answer in time and was killed.
class WorkerTimedOut : public Error {
 public:
  using Error::Error;
};

/// After a fault, no new worker could run a known-good kernel: nothing more can be measured here.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

/// What the parent does while it waits for an answer that is not there `after_s` seconds after it was asked for. It
/// must not throw.
struct Meanwhile {
  double after_s = 0;
  std::function<void()> act = nullptr;  ///< null: nothing
};

/// The parent's handle of a worker process: a child that runs this same program and talks over a private socket.
/// Started by the first request, killed by the destructor. One request at a time. What the worker and its kernels
/// print appears on standard error, limited for each request.
///
/// After a fault (a point that ended launch_failed, timed_out or crashed and took its worker with it) the next request
/// starts a new worker, which must run a known-good kernel before the device is trusted again.
class WorkerProcess {
 public:
  /// `command`: the worker's argument list; "--fd N" is appended. The first word is the program. `device_return_s`:
  /// how long after a fault new workers are tried before the device counts as lost; a GPU may need a second or two to
  /// be cleared of a killed process.
  explicit WorkerProcess(std::vector<std::string> command, double device_return_s = 10)
      : command_(std::move(command)), device_return_s_(device_return_s) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// A handle of workers that run untrusted code. They are apart from this process (WorkerChild) in a folder for
  /// temporary files that lives as long as the handle; "--untrusted FOLDER" is appended to `command`, so that they
  /// confine themselves to it. `author` begins each line that the code prints.
  static WorkerProcess for_untrusted_code(std::vector<std::string> command, const std::string& author) {
    return WorkerProcess(std::move(command), std::make_unique<TemporaryFolder>(), WorkerOutput(author));
  }

  /// Starts the worker and asks it to describe its device, so that it opens it while the caller does something
  /// else, for describe() as the next request. Throws Error when the worker cannot be started.
  void begin_describing();

  /// These ask and wait (exec/worker.h says what the answers hold). They throw Error when the worker answers with one
  /// or cannot be started, WorkerDied when it ended without an answer, WorkerTimedOut after a time limit; it is gone
  /// after either. They throw DeviceLost when the device did not come back after a fault.
  Device describe();
  std::vector<Device> devices(DeviceDetail detail = DeviceDetail::all);
  std::vector<Finding> diagnose();  ///< has a time limit: what is looked for may hang
  std::vector<std::string> chips();
  std::vector<ChipCounter> chip_counters(const std::string& chip);
  std::vector<CounterSupport> counter_support(const std::vector<std::string>& chips,
                                              const std::vector<MetricRequest>& metrics);

  /// Points get this share of their time limit from now on; at most 1.
  void limit_points_to(double share) { share_of_time_limit_ = share; }

  /// Measures one point. A worker that dies on it or exceeds its time limit gives outcome crashed or timed_out; the
  /// next request starts a new worker. Throws DeviceLost before the point is begun.
  Result measure(const Job& job, const Meanwhile& meanwhile = {});

  /// Launches one point once. As measure(), but without a time limit: what watches the launch may slow it down.
  Result launch(const Job& job);

  /// Counts points; one list of metrics a job. When the worker dies or the device is lost, every value is absent with
  /// that reason.
  std::vector<std::vector<Metric>> collect(const std::vector<Job>& jobs);

 private:
  WorkerProcess(std::vector<std::string> command, std::unique_ptr<TemporaryFolder> folder, WorkerOutput output);
  nlohmann::json ask(const nlohmann::json& request, double timeout_s = -1);
  nlohmann::json ask_worker(const nlohmann::json& request, double timeout_s, const Meanwhile& meanwhile = {});
  void send(const nlohmann::json& request);
  nlohmann::json received(double timeout_s, const Meanwhile& meanwhile = {});
  void wait_for_answer(double timeout_s, const Meanwhile& meanwhile);
  /// Gives the worker what it lacks of the arrays of `job`.
  void send_arrays(const Job& job);
  Result result_of(const char* verb, const Job& job, double timeout_s, const Meanwhile& meanwhile);
  /// What `read` gives, of an answer; a worker whose answer is malformed is of no more use than one that died.
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
  std::unique_ptr<TemporaryFolder> folder_;  ///< of untrusted code; null when the code is ours
  std::optional<WorkerChild> child_;
  bool is_describing_ = false;         ///< begun, and its answer not yet taken
  std::set<std::string> sent_arrays_;  ///< to `child_`, by digest
  WorkerOutput output_;
  std::string suspect_since_;  ///< what made the device suspect; empty while it is trusted
  bool counts_ = true;         ///< whether the device has hardware counters, as far as is known
};

}  // namespace warpledger
