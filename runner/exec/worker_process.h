#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
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

/// The parent's handle of a worker process: a child that runs this same program and talks over a private socket.
/// Started by the first request, killed by the destructor. One request at a time.
class WorkerProcess {
 public:
  /// `command`: the worker's argument list; "--fd N" is appended. The first word is the program.
  explicit WorkerProcess(std::vector<std::string> command) : command_(std::move(command)) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Asks and waits. Throws Error when the worker answers with one or cannot be started, WorkerDied when it ended
  /// without an answer, WorkerTimedOut after `timeout_s` (no limit when negative); it is gone after either.
  nlohmann::json ask(const nlohmann::json& request, double timeout_s = -1);

  Device describe();

  /// Measures one point. A worker that dies on it or exceeds its time limit gives outcome crashed or timed_out; the
  /// next request starts a new worker.
  Result measure(const Job& job);

  /// Counts points; one list of metrics a job. When the worker dies, every value is absent with that reason.
  std::vector<std::vector<Metric>> count(const std::vector<Job>& jobs);

 private:
  void start();
  /// Kills and reaps the worker; how it ended, in words.
  std::string stop();

  std::vector<std::string> command_;
  pid_t pid_ = -1;
  int fd_ = -1;
};

}  // namespace warpledger
