#include "exec/worker_process.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/log.h"
#include "exec/answer_check.h"
#include "exec/collect_metrics.h"
#include "exec/frame.h"
#include "exec/protocol.h"
#include "exec/stopwatch.h"
#include "model/launch_text.h"

namespace warpledger {
namespace {

/// A hanging driver must not hang its diagnosis.
constexpr double kDiagnoseS = 60;

/// Time for the rest of an answer that has begun to arrive.
constexpr double kAnswerS = 10;

/// Time for a gigabyte through a socket, and to open the device.
constexpr double kArrayS = 120;

/// Time to open a profiling session; counting also repeats each point.
constexpr double kCountSetupS = 60;

/// A worker that closed its socket is ending; releasing a GPU takes time.
constexpr double kPatienceS = 1;

/// Limit of an untrusted worker's error message.
constexpr std::size_t kMostErrorBytes = std::size_t{64} << 10;

constexpr const char* kAskDoctor = "`warpledger doctor` says what works on this machine";

constexpr const char* kRegainDevice =
    "check nvidia-smi and dmesg; reset the GPU (nvidia-smi --gpu-reset) or reboot; then resume: warpledger run "
    "--resume";

nlohmann::json description_request() { return {{"verb", "describe"}}; }

}  // namespace

WorkerProcess::WorkerProcess(std::vector<std::string> command, std::unique_ptr<TemporaryFolder> folder,
                             WorkerOutput output)
    : command_(std::move(command)), folder_(std::move(folder)), output_(std::move(output)) {
  command_.insert(command_.end(), {"--untrusted", folder_->path().string()});
}

/// Does not wait for a worker that is still opening its device.
WorkerProcess::~WorkerProcess() {
  if (is_describing_) child_->end(0);
}

/// Reaps the worker and describes how it ended.
std::string WorkerProcess::bury(double patience_s) {
  std::string how = child_->end(patience_s);
  log("{}", how);
  child_->drain(output_);
  output_.end_request();
  child_.reset();
  sent_arrays_.clear();
  return how;
}

/// Accepts a message that has arrived even after `timeout_s`.
void WorkerProcess::wait_for_answer(double timeout_s, const Meanwhile& meanwhile) {
  const Stopwatch stopwatch;
  const bool acts = meanwhile.act && (timeout_s < 0 || meanwhile.after_s < timeout_s);
  if (acts && child_->has_message(meanwhile.after_s, output_)) return;
  if (acts) meanwhile.act();
  constexpr double kLeast_s = 1e-3;
  const double left_s = timeout_s < 0 ? timeout_s : std::max(kLeast_s, timeout_s - stopwatch.elapsed_s());
  if (!child_->has_message(left_s, output_)) throw TimedOut{};
}

void WorkerProcess::send(const nlohmann::json& request) {
  if (std::exchange(is_describing_, false)) received(-1);  // drop the pending answer
  output_.begin_request();
  if (!child_) child_.emplace(command_, folder_ ? std::optional(folder_->path()) : std::nullopt);
  try {
    send_message(child_->socket(), request);
  } catch (const Error&) {
    throw WorkerDied(bury(kPatienceS), kAskDoctor);
  }
}

nlohmann::json WorkerProcess::received(double timeout_s, const Meanwhile& meanwhile) {
  nlohmann::json answer;
  try {
    wait_for_answer(timeout_s, meanwhile);
    answer = receive_message(child_->socket(), kAnswerS, kAnswerLimits);
  } catch (const TimedOut&) {
    bury(0);
    throw WorkerTimedOut(fmt::format("the worker process did not answer for {:g} s and was killed", timeout_s),
                         kAskDoctor);
  } catch (const Error&) {
    throw WorkerDied(bury(kPatienceS), kAskDoctor);
  }
  if (answer.is_null()) throw WorkerDied(bury(kPatienceS), kAskDoctor);
  child_->drain(output_);
  output_.end_request();
  if (answer.contains("error")) throw error_from_json(answer.at("error"));
  return answer;
}

nlohmann::json WorkerProcess::ask_worker(const nlohmann::json& request, double timeout_s, const Meanwhile& meanwhile) {
  send(request);
  return received(timeout_s, meanwhile);
}

/// Starts workers until one runs a known-good kernel: a driver that refused a process once may refuse it for good.
void WorkerProcess::regain_trust() {
  if (suspect_since_.empty()) return;
  constexpr useconds_t kPause_us = 200'000;
  const Stopwatch stopwatch;
  while (true) {
    try {
      ask_worker({{"verb", "check"}}, device_return_s_);
      suspect_since_.clear();
      return;
    } catch (const Error& error) {
      if (child_) bury(0);
      if (stopwatch.elapsed_s() >= device_return_s_)
        throw DeviceLost(fmt::format("device lost: it ran no known-good kernel within {:g} s after {}; last error: {}",
                                     device_return_s_, suspect_since_, error.problem()),
                         kRegainDevice);
    }
    usleep(kPause_us);
  }
}

nlohmann::json WorkerProcess::ask(const nlohmann::json& request, double timeout_s) {
  regain_trust();
  return ask_worker(request, timeout_s);
}

template <class Read>
auto WorkerProcess::checked(const Read& read) {
  try {
    return read();
  } catch (const MalformedMessage& malformed) {
    bury(0);
    throw WorkerDied(malformed.problem(), malformed.hint());
  }
}

template <class T>
T WorkerProcess::part_of(const nlohmann::json& answer, const char* key) {
  return checked([&] { return part<T>(answer, key); });
}

void WorkerProcess::begin_describing() {
  send(description_request());
  is_describing_ = true;
}

Device WorkerProcess::describe() {
  const nlohmann::json answer = std::exchange(is_describing_, false) ? received(-1) : ask(description_request());
  Device device = part_of<Device>(answer, "describe");
  counts_ = device.backend != "host";
  return device;
}

std::vector<Device> WorkerProcess::devices(DeviceDetail detail) {
  const nlohmann::json request = {{"verb", "devices"}, {"facts_only", detail == DeviceDetail::facts}};
  return part_of<std::vector<Device>>(ask(request), "devices");
}

std::vector<Finding> WorkerProcess::diagnose() {
  return part_of<std::vector<Finding>>(ask({{"verb", "diagnose"}}, kDiagnoseS), "diagnose");
}

std::vector<std::string> WorkerProcess::chips() {
  return part_of<std::vector<std::string>>(ask({{"verb", "chips"}}), "chips");
}

std::vector<ChipCounter> WorkerProcess::chip_counters(const std::string& chip) {
  return part_of<std::vector<ChipCounter>>(ask({{"verb", "chip_counters"}, {"chip", chip}}), "chip_counters");
}

std::vector<CounterSupport> WorkerProcess::counter_support(const std::vector<std::string>& chips,
                                                           const std::vector<MetricRequest>& metrics) {
  return part_of<std::vector<CounterSupport>>(
      ask({{"verb", "counter_support"}, {"chips", chips}, {"metrics", metrics}}), "counter_support");
}

/// A kernel's last output, e.g. an assertion, often explains how it ended.
void WorkerProcess::add_last_words(Result& result) const {
  if (const std::string words = output_.last_line(); !words.empty())
    result.reason += fmt::format("; printed last: {}", words);
}

Result WorkerProcess::measure(const Job& job, const Meanwhile& meanwhile) {
  log("measure {}", point_text(job));
  Result result = result_of("measure", job, share_of_time_limit_ * job.measure.time_limit_s, meanwhile);
  log("measured {}: {} in {:.3f} s{}{}", point_text(job), name_of(result.outcome), result.wall_s,
      result.reason.empty() ? "" : ": ", result.reason);
  return result;
}

Result WorkerProcess::launch(const Job& job) { return result_of("launch", job, -1, {}); }

void WorkerProcess::send_arrays(const Job& job) {
  for (const auto& array : job.arrays) {
    if (sent_arrays_.contains(array->digest)) continue;
    part_of<bool>(ask_worker({{"verb", "array"}, {"array", *array}}, kArrayS), "array");
    sent_arrays_.insert(array->digest);
  }
}

Result WorkerProcess::result_of(const char* verb, const Job& job, double timeout_s, const Meanwhile& meanwhile) {
  regain_trust();
  Result result;
  result.ordinal = job.ordinal;
  Stopwatch stopwatch;
  try {
    send_arrays(job);
    stopwatch = {};  // sending arrays does not count
    const nlohmann::json answer = ask_worker({{"verb", verb}, {"job", job}}, timeout_s, meanwhile);
    const Result told = part_of<Result>(answer, verb);
    if (timeout_s >= 0) checked([&] { check_measured(job, told, stopwatch.elapsed_s()); });
    result = told;
    result.ordinal = job.ordinal;
    result.wall_s = stopwatch.elapsed_s();
    if (result.outcome == Outcome::launch_failed) add_last_words(result);
    if (part_of<bool>(answer, "usable")) return result;
    bury(0);
  } catch (const WorkerTimedOut&) {
    result.outcome = Outcome::timed_out;
    result.reason = fmt::format(
        "exceeded its time limit of {:g} s: an endless loop, threads that wait for each other forever, a source that "
        "takes long to compile, or a limit too small for this point",
        timeout_s);
    if (const std::uint64_t bytes = output_.printed_bytes(); bytes > WorkerOutput::kShownBytes)
      result.reason += fmt::format("; it printed {} bytes, which is slow", bytes);
  } catch (const WorkerDied& death) {
    result.outcome = Outcome::crashed;
    result.reason = death.problem();
    add_last_words(result);
  } catch (const Error& error) {
    if (!folder_) throw;
    // Untrusted code may have caused this. If the machine did, the next worker finds out.
    if (child_) bury(0);
    result.outcome = Outcome::launch_failed;
    result.reason = error.problem().substr(0, kMostErrorBytes);
  }
  suspect_since_ = fmt::format("{}, {}", point_text(job), name_of(result.outcome));
  result.wall_s = stopwatch.elapsed_s();
  return result;
}

std::vector<std::vector<Metric>> WorkerProcess::collect(const std::vector<Job>& jobs) {
  double limit_s = kCountSetupS;
  for (const Job& job : jobs) limit_s += job.measure.time_limit_s;
  std::string reason;
  try {
    regain_trust();
    for (const Job& job : jobs) send_arrays(job);
    const nlohmann::json answer = ask_worker({{"verb", "collect"}, {"jobs", jobs}}, limit_s);
    auto metrics = part_of<std::vector<std::vector<Metric>>>(answer, "collect");
    checked([&] { check_collected(jobs, metrics, counts_); });
    if (!part_of<bool>(answer, "usable")) {
      bury(0);
      suspect_since_ = "counting";
    }
    return metrics;
  } catch (const DeviceLost& lost) {
    reason = lost.problem();
  } catch (const WorkerTimedOut&) {
    reason = fmt::format("counting exceeded its time limit of {:g} s", limit_s);
    suspect_since_ = "counting";
  } catch (const WorkerDied& death) {
    reason = death.problem() + " while counting";
    suspect_since_ = "counting";
  } catch (const Error& error) {
    if (!folder_) throw;
    if (child_) bury(0);
    reason = error.problem().substr(0, kMostErrorBytes);
    suspect_since_ = "counting";
  }
  std::vector<std::vector<Metric>> metrics;
  for (const Job& job : jobs) metrics.push_back(without_values(job.metrics, reason));
  return metrics;
}

}  // namespace warpledger
