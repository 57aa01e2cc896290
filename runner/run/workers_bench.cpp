// Measures how busy one parent keeps 1 to 64 workers. Each worker has the scripted device and measures the same plan,
// with a fixed time per point. Results go to one ledger, as in a campaign. Prints Markdown rows.
#include <fmt/format.h>
#include <sys/resource.h>

#include <bit>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "exec/scripted_backend_fixture.h"
#include "exec/worker.h"
#include "ledger/ledger_reader.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {
namespace {

using Clock = std::chrono::steady_clock;

/// The family planted: y = 2 x + 1. A point takes `point_us` without using the CPU.
class PacedBackend : public ScriptedBackend {
 public:
  explicit PacedBackend(std::int64_t point_us) : point_(point_us) {
    kernels["reference"] = [](const ScriptedCall& call) {
      for (std::int64_t i = 0; i < count(call); ++i) call.pointer<double>(0)[i] = 2.0 * call.pointer<float>(1)[i] + 1;
    };
    kernels["right"] = [](const ScriptedCall& call) {
      for (std::int64_t i = 0; i < count(call); ++i) call.pointer<float>(0)[i] = 2 * call.pointer<float>(1)[i] + 1;
    };
  }
  void watch() override { begun_ = Clock::now(); }
  Health health() override {
    std::this_thread::sleep_until(begun_ + point_);
    log.clear();
    return ScriptedBackend::health();
  }

 private:
  static std::int64_t count(const ScriptedCall& call) {
    return std::bit_cast<std::int64_t>(std::get<Scalar>(call.arguments[2]).bytes);
  }

  std::chrono::microseconds point_;
  Clock::time_point begun_;
};

int serve_paced(std::int64_t point_us, int fd) {
  WorkerServices services;
  services.open = [&] { return std::make_unique<PacedBackend>(point_us); };
  serve(fd, services);
  return 0;
}

struct Bench {
  Library library;
  std::string experiment;
  std::int64_t point_us = 10'000;
};

Opened opened(const Bench& bench) {
  ExperimentOptions options;
  options.experiment = bench.experiment;
  return {bench.library, load_experiment(bench.library, options),
          std::make_unique<WorkerProcess>(
              std::vector<std::string>{"/proc/self/exe", "worker", std::to_string(bench.point_us)})};
}

/// CPU time of this thread.
double thread_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Works as a campaign's device; returns the CPU seconds of its points in this process.
double work(const Bench& bench, LedgerWriter ledger) {
  RunOptions options;
  options.experiment = bench.experiment;
  Opened own = opened(bench);
  const Device device = own.worker->describe();
  const Plan plan = make_plan(own.experiment, device);
  RunRecorder recorder(std::move(ledger), describe_run(options, own.experiment, plan, device, plan.size()));
  RunTask task{own, device, plan, std::move(recorder), plan.ordinals(), plan.size()};
  const double since_s = thread_s();
  record_task(options, task, {.tell = [](std::string_view text) { fmt::print(stderr, "{}", text); }});
  return thread_s() - since_s;
}

double children_s() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Prints the row for `workers`; excludes startup.
void measure(const Bench& bench, std::int64_t workers) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "r.db").string();
  const double before_s = children_s();
  std::vector<double> parent_s(static_cast<std::size_t>(workers));
  {
    const LedgerWriter ledger(path, schema_folder(find_paths().roots));
    std::vector<std::thread> threads;
    for (double& seconds : parent_s)
      threads.emplace_back([&bench, &ledger, &seconds] { seconds = work(bench, ledger.another()); });
    for (std::thread& thread : threads) thread.join();
  }
  const Table found = open_ledger(path, bench.library)
                          .query(
                              "SELECT (SELECT count(*) FROM points WHERE outcome = 'ok'), "
                              "sum(julianday(stopped_utc) - julianday(started_utc)) * 86400, "
                              "(max(julianday(stopped_utc)) - min(julianday(started_utc))) * 86400 FROM run_starts");
  const double points = number_in(found.rows[0][0]).value(), worked_s = number_in(found.rows[0][1]).value();
  const double parents_s = std::accumulate(parent_s.begin(), parent_s.end(), 0.0);
  fmt::print("| {} | {:.0f} | {:.0f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} % |\n", workers, points,
             points / number_in(found.rows[0][2]).value(), 1e3 * worked_s / points, 1e6 * parents_s / points,
             1e6 * (children_s() - before_s) / points, 1e-4 * static_cast<double>(bench.point_us) * points / worked_s);
}

int bench(const std::vector<std::string>& words) {
  if (words.size() == 5 && words[1] == "worker") return serve_paced(std::stoll(words[2]), std::stoi(words[4]));
  if (words.size() < 4) {
    fmt::print(stderr, "usage: workers_bench EXPERIMENT POINT_US WORKERS...\n");
    return 2;
  }
  const Bench bench{Library(find_paths().roots), words[1], std::stoll(words[2])};
  for (std::size_t i = 3; i < words.size(); ++i) measure(bench, std::stoll(words[i]));
  return 0;
}

}  // namespace
}  // namespace warpledger

int main(int argc, char** argv) {
  try {
    return warpledger::bench({argv, argv + argc});
  } catch (const std::exception& failure) {
    std::fputs(failure.what(), stderr);
    return 2;
  }
}
