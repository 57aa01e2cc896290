// Makes a year's ledger, with runs of one experiment on two GPUs and samples and counters for every point. Compares
// recording with a loop that inserts the same rows in one transaction.
//
//     ledger_bench FILE [POINTS [POINTS_OF_A_RUN]]      default: a million, 500 per run
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <random>

#include "store/content_id.h"
#include "store/sql_functions.h"
#include "store/writer.h"

namespace warpledger {
namespace {

constexpr std::size_t kTogether = 256;  // batch size of a run: exec/run_jobs.h
constexpr int kSamples = 10;
constexpr int kMetrics = 20;
const std::string kSchema = std::string(WARPLEDGER_SOURCE_DIR) + "/schema";

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Amount {
  std::int64_t points = 1'000'000;
  std::int64_t of_a_run = 500;
};

RunInfo run_info(int gpu, std::int64_t planned_points) {
  return {.experiment = "year",
          .experiment_text = "experiment: year\n",
          .report = "",
          .command_line = "warpledger run year",
          .tool_version = "0.1.0",
          .submission = "",
          .seed = 1,
          .planned_points = planned_points,
          .settings_json = "{}",
          .device = {.id = "cuda:0",
                     .backend = "cuda",
                     .uuid = fmt::format("GPU-{}", gpu),
                     .name = "made-up GPU",
                     .chip = "AD102",
                     .facts = {{"sm_count", 128}, {"clock_khz", 2520000}},
                     .environment = {{"driver", "580.1"}}}};
}

Job job_of(std::int64_t ordinal) {
  using Kind = Quantity::Kind;
  const auto kernel = ordinal / 100, shape = ordinal / 10 % 10, warps = ordinal % 10 + 1;
  const double elements = 1e6 * static_cast<double>(shape + 1);
  Job job;
  job.ordinal = ordinal;
  job.key = fmt::format("{:064x}", ordinal);
  job.family = "norm";
  job.kernel = fmt::format("norm_{}", kernel);
  job.instance = fmt::format("norm_{}<{}>", kernel, shape);
  job.identity = fmt::format("norm_{} d_l={} n_l=147456 blocks=128 warps={}", kernel, shape, warps);
  job.quantities = {{Kind::parameter, "d_l", static_cast<double>(shape)},
                    {Kind::parameter, "n_l", 147456},
                    {Kind::launch, "blocks", 128},
                    {Kind::launch, "warps", static_cast<double>(warps)},
                    {Kind::launch, "threads", 32 * static_cast<double>(warps)},
                    {Kind::work, "elements", elements},
                    {Kind::work, "ideal_read_bytes", 4 * elements},
                    {Kind::work, "ideal_write_bytes", 4 * elements}};
  job.program = {{"norm.cu", std::string(20'000, 'x')}, {}};
  job.reference.program = {{"reference.cu", std::string(2'000, 'y')}, {}};
  return job;
}

class Results {
 public:
  Result of(std::int64_t ordinal) {
    Timing timing{.samples = {}, .clock = "cuda event", .stop_rule = "max_relative_error"};
    for (int i = 0; i < kSamples; ++i) timing.samples.push_back({150000 * noise_(random_), 2500});
    Result result{.ordinal = ordinal,
                  .outcome = Outcome::ok,
                  .reason = "",
                  .checks = {{"l_out", 4718592, 0, 1.5e-7}},
                  .timing = timing,
                  .metrics = {},
                  .wall_s = 0.25};
    for (int i = 0; i < kMetrics; ++i)
      result.metrics.push_back({fmt::format("metric_{}", i), 1e6 * noise_(random_), "byte", "cupti", ""});
    return result;
  }

 private:
  std::mt19937_64 random_{1};
  std::normal_distribution<double> noise_{1, 0.01};
};

/// Inserts the same rows without the writer, except those that points share.
double bare_points_per_s(const std::string& path, const Amount& amount) {
  { const LedgerWriter make_tables(path, kSchema); }
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  SQLite::Statement point(database, "INSERT INTO point VALUES (?, ?, ?, ?, ?, ?, ?)");
  SQLite::Statement check(database, "INSERT INTO check_result VALUES (?, ?, ?, ?, ?)");
  SQLite::Statement timing(database, "INSERT INTO timing VALUES (?, ?, ?, ?, ?)");
  SQLite::Statement metric(database, "INSERT INTO metric (point, kind, value) VALUES (?, ?, ?)");
  std::vector<std::int64_t> kinds;
  for (int i = 0; i < kMetrics; ++i) kinds.push_back(short_content_id({fmt::format("metric_{}", i), "byte", "cupti"}));
  const std::string blob = to_blob(std::vector<double>(kSamples, 150000.5));
  const auto start = std::chrono::steady_clock::now();
  SQLite::Transaction transaction(database);
  for (std::int64_t i = 0; i < amount.points; ++i) {
    const std::int64_t run = run_id(std::to_string(i / amount.of_a_run)), ordinal = i % amount.of_a_run;
    const std::int64_t id = point_id(run, ordinal);
    SQLite::bind(point, id, run, ordinal, content_id({std::to_string(ordinal)}), "ok", "", 0.25);
    point.exec();
    point.reset();
    SQLite::bind(check, id, "l_out", 4718592, 0, 1.5e-7);
    check.exec();
    check.reset();
    timing.bind(1, id);
    timing.bind(2, id);
    timing.bind(3, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
    timing.bind(4, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
    timing.bind(5, id);
    timing.exec();
    timing.reset();
    for (const std::int64_t kind : kinds) {
      SQLite::bind(metric, id, kind, 1e6 + 0.5 * static_cast<double>(i));
      metric.exec();
      metric.reset();
    }
  }
  transaction.commit();
  return static_cast<double>(amount.points) / seconds_since(start);
}

/// Seconds spent in the writer only.
double record(const std::string& path, const Amount& amount) {
  LedgerWriter writer(path, kSchema);
  Results results;
  std::vector<Job> jobs;
  for (std::int64_t i = 0; i < amount.of_a_run; ++i) jobs.push_back(job_of(i));
  double seconds = 0;
  for (std::int64_t run = 0; run < amount.points / amount.of_a_run; ++run) {
    std::vector<Result> made_up;
    for (std::int64_t i = 0; i < amount.of_a_run; ++i) made_up.push_back(results.of(i));
    const auto start = std::chrono::steady_clock::now();
    writer.begin_run(run_info(static_cast<int>(run % 2), amount.of_a_run));
    for (std::size_t i = 0; i < jobs.size(); i += kTogether) {
      const std::size_t count = std::min(kTogether, jobs.size() - i);
      writer.record(std::span(jobs).subspan(i, count), std::span(made_up).subspan(i, count));
    }
    writer.end_run("finished", "");
    seconds += seconds_since(start);
  }
  return seconds;
}

int bench(const std::string& path, const Amount& amount) {
  const std::int64_t points = amount.points;
  const Amount few{.points = std::min<std::int64_t>(points, 50'000), .of_a_run = amount.of_a_run};
  const std::string bare_path = path + ".bare", few_path = path + ".few";
  std::filesystem::remove(path);
  std::vector<double> ratios;
  for (int i = 0; i < 3; ++i) {
    std::filesystem::remove(bare_path);
    std::filesystem::remove(few_path);
    const double bare = bare_points_per_s(bare_path, few);
    const double ours = static_cast<double>(few.points) / record(few_path, few);
    fmt::print("| {} points recorded a second, of {}; a bare loop: {}; ratio | {:.2f} |\n", std::lround(ours),
               few.points, std::lround(bare), ours / bare);
  }
  std::filesystem::remove(bare_path);
  std::filesystem::remove(few_path);
  const double seconds = record(path, amount);
  const auto bytes = std::filesystem::file_size(path);
  fmt::print("| seconds to record {} points, {} samples, {} metrics, in {} runs | {:.1f} |\n", points,
             points * kSamples, points * kMetrics, points / amount.of_a_run, seconds);
  fmt::print("| bytes a point | {:.0f} |\n", static_cast<double>(bytes) / static_cast<double>(points));
  return 0;
}

}  // namespace
}  // namespace warpledger

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fmt::print(stderr, "usage: ledger_bench FILE [POINTS [POINTS_OF_A_RUN]]\n");
    return 2;
  }
  warpledger::Amount amount;
  if (argc > 2) amount.points = std::stoll(argv[2]);
  if (argc > 3) amount.of_a_run = std::stoll(argv[3]);
  return warpledger::bench(argv[1], amount);
}
