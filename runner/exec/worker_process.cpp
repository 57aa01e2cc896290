#include "exec/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "exec/count_points.h"
#include "exec/frame.h"
#include "exec/protocol.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

/// Beyond a point's own limit: what the worker may need to notice its limit itself and to answer.
constexpr double kGraceS = 2;

/// Counting repeats each point a few times and opens a profiling session.
constexpr double kCountSetupS = 60;

constexpr int kWorkerFd = 3;

constexpr const char* kAskDoctor = "`warpledger doctor` says what works here";

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the worker process was killed by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  return fmt::format("the worker process ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

WorkerProcess::~WorkerProcess() { stop(); }

void WorkerProcess::start() {
  if (pid_ > 0) return;
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    throw Error("cannot create the worker's socket", std::strerror(errno));
  std::vector<std::string> words = command_;
  words.insert(words.end(), {"--fd", std::to_string(kWorkerFd)});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  SpawnActions actions;
  actions.duplicate(pair[1], kWorkerFd);
  // A kernel's printf must not mix with what the parent writes for machines.
  actions.duplicate(STDERR_FILENO, STDOUT_FILENO);
  const int failed = posix_spawn(&pid_, arguments[0], actions.get(), nullptr, arguments.data(), environ);
  close(pair[1]);
  fd_ = pair[0];
  if (failed == 0) return;
  pid_ = -1;
  stop();
  throw Error(fmt::format("cannot start the worker process {}", words[0]), std::strerror(failed));
}

std::string WorkerProcess::stop() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  if (pid_ <= 0) return {};
  int status = 0;
  // One that is dying by itself gets a moment, so that its own signal or exit code is reported.
  for (int i = 0; i < 20; ++i) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return how_it_ended(status);
    }
    usleep(5000);
  }
  kill(pid_, SIGKILL);
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return how_it_ended(status);
}

nlohmann::json WorkerProcess::ask(const nlohmann::json& request, double timeout_s) {
  start();
  nlohmann::json answer;
  try {
    send_message(fd_, request);
    answer = receive_message(fd_, timeout_s);
  } catch (const TimedOut&) {
    kill(pid_, SIGKILL);
    stop();
    throw WorkerTimedOut(fmt::format("the worker process gave no answer for {:g} s and was killed", timeout_s),
                         kAskDoctor);
  } catch (const Error&) {
    throw WorkerDied(stop(), kAskDoctor);
  }
  if (answer.is_null()) throw WorkerDied(stop(), kAskDoctor);
  if (answer.contains("error")) throw error_from_json(answer.at("error"));
  return answer;
}

Device WorkerProcess::describe() { return ask({{"verb", "describe"}}).at("describe"); }

Result WorkerProcess::measure(const Job& job) {
  Result result;
  result.ordinal = job.ordinal;
  const Stopwatch stopwatch;
  try {
    const nlohmann::json answer = ask({{"verb", "measure"}, {"job", job}}, job.measure.time_limit_s + kGraceS);
    if (!answer.at("usable")) stop();
    return answer.at("measure");
  } catch (const WorkerTimedOut&) {
    result.outcome = Outcome::timed_out;
    result.reason =
        fmt::format("ran past its time limit of {:g} s: an endless loop, or a limit too small for this point",
                    job.measure.time_limit_s);
  } catch (const WorkerDied& death) {
    result.outcome = Outcome::crashed;
    result.reason = death.problem();
  }
  result.wall_s = stopwatch.elapsed_s();
  return result;
}

std::vector<std::vector<Metric>> WorkerProcess::count(const std::vector<Job>& jobs) {
  double limit_s = kCountSetupS;
  for (const Job& job : jobs) limit_s += job.measure.time_limit_s;
  std::string reason;
  try {
    return ask({{"verb", "count"}, {"jobs", jobs}}, limit_s).at("count");
  } catch (const WorkerTimedOut&) {
    reason = fmt::format("counting ran past {:g} s", limit_s);
  } catch (const WorkerDied& death) {
    reason = death.problem() + " while counting";
  }
  std::vector<std::vector<Metric>> metrics;
  for (const Job& job : jobs) metrics.push_back(without_values(job.metrics, reason));
  return metrics;
}

}  // namespace warpledger
