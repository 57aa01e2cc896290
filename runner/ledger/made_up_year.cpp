#include "ledger/made_up_year.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <random>
#include <span>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/version.h"
#include "model/digest.h"
#include "store/run_recorder.h"
#include "store/writer.h"

namespace warpledger {
namespace {

constexpr int kWeeks = 52;
constexpr int kSamples = 20;

/// Weeks, from 0, in which something changes.
constexpr int kOldDriver = -30, kNewDriver = 18, kSlowSource = 26, kSourceTakenBack = 33, kFanStops = 40, kFanRuns = 42;
constexpr int kLowClocks = 47, kLastOfE = 30, kNewest = kWeeks - 1;

struct Machine {
  char letter = 'A';
  double speed = 1;
};

struct Week {
  int number = 0;
  Machine machine;
  std::string submission;  ///< empty: the family's own kernels
  double submission_time = 1;

  bool has_slow_source() const { return number >= kSlowSource && number < kSourceTakenBack; }
  bool is_hot() const { return machine.letter == 'B' && number >= kFanStops && number < kFanRuns; }
  bool has_low_clocks() const { return machine.letter == 'C' && number >= kLowClocks; }
  bool has_newest_driver() const { return machine.letter == 'D' && number == kNewest; }
  bool is_wrong() const { return machine.letter == 'F' && number == kNewest; }
  double clock_mhz() const { return is_hot() ? 1900 : has_low_clocks() ? 2310 : 2520; }
  const char* driver() const {
    if (has_newest_driver()) return "595.40";
    return number < kOldDriver ? "560.35" : number < kNewDriver ? "575.51" : "590.12";
  }
};

constexpr Machine kMachines[] = {{'A', 1}, {'B', 1.06}, {'C', 0.92}, {'D', 1.31}, {'E', 0.78}, {'F', 1.12}};

struct MadeUpPoint {
  std::int64_t ordinal = 0;
  std::string kernel;
  int d_l = 0, warps = 0;
};

std::vector<MadeUpPoint> points() {
  std::vector<MadeUpPoint> all;
  for (const char* kernel : {"norm_base", "norm_group"})
    for (const int d_l : {8, 32})
      for (const int warps : {4, 8}) all.push_back({static_cast<std::int64_t>(all.size()), kernel, d_l, warps});
  return all;
}

std::string source_of(const std::string& kernel, const Week& week) {
  std::string source = "// " + kernel + ", made up\n";
  if (kernel == "norm_group" && week.has_slow_source()) source += "// strides by d_l\n";
  if (!week.submission.empty()) source += "// by " + week.submission + "\n";
  return source;
}

std::vector<SourceFile> texts_of(const Week& week) {
  std::vector<SourceFile> texts;
  for (const char* kernel : {"norm_base", "norm_group"})
    texts.push_back({fmt::format("{}/{}.cu", week.submission.empty() ? "kernels/norm" : "submission", kernel),
                     source_of(kernel, week)});
  return texts;
}

RunInfo info_of(const Week& week) {
  using namespace std::chrono;
  const auto start = sys_days{year(2025) / November / 24} + days(7 * week.number) + hours(week.machine.letter - 'A') +
                     minutes(week.submission.empty() ? 0 : week.submission.front() - 'a' + 10);
  return {.experiment = "norm-weekly",
          .experiment_text = "experiment: norm-weekly\nabout: made up, by `warpledger example`\n",
          .texts = texts_of(week),
          .report = "",
          .started_utc = fmt::format("{:%Y-%m-%dT%H:%M:%S}.000Z", fmt::gmtime(system_clock::to_time_t(start))),
          .command_line = "warpledger example",
          .tool_version = kVersion,
          .submission = week.submission,
          .seed = 1,
          .planned_points = static_cast<std::int64_t>(points().size()),
          .settings_json = "{}",
          .device = {.id = "cuda:0",
                     .backend = "cuda",
                     .uuid = fmt::format("GPU-made-up-{}", week.machine.letter),
                     .name = fmt::format("made-up GPU {}", week.machine.letter),
                     .chip = "AD102",
                     .facts = {{"sm_count", 128}, {"clock_khz", 2520000}, {"fp32_per_sm", 128}},
                     .environment = {{"driver", week.driver()}, {"runtime", "13.0"}}}};
}

Job job_of(const MadeUpPoint& point, const Week& week) {
  using Kind = Quantity::Kind;
  const int n_l = 1 << 22;
  const double elements = static_cast<double>(n_l) * point.d_l;
  const std::string source = source_of(point.kernel, week);
  Job job;
  job.ordinal = point.ordinal;
  job.family = "norm";
  job.kernel = point.kernel;
  job.instance = fmt::format("{}<{}>", point.kernel, point.d_l);
  job.identity = fmt::format("{} d_l={} n_l={} blocks=128 warps={}", point.kernel, point.d_l, n_l, point.warps);
  job.key = sha256(job.identity + source);
  job.quantities = {{Kind::parameter, "d_l", static_cast<double>(point.d_l)},
                    {Kind::parameter, "n_l", static_cast<double>(n_l)},
                    {Kind::launch, "blocks", 128},
                    {Kind::launch, "warps", static_cast<double>(point.warps)},
                    {Kind::launch, "threads", 32.0 * point.warps},
                    {Kind::work, "elements", elements},
                    {Kind::work, "ideal_read_bytes", 4 * elements},
                    {Kind::work, "ideal_write_bytes", 4 * elements}};
  job.program = {{point.kernel + ".cu", source}, {}};
  job.reference.program = {{"reference.cu", "// made up\n"}, {}};
  return job;
}

/// [ns], without noise.
double typical_ns(const MadeUpPoint& point, const Week& week) {
  double ns = 90'000.0 * point.d_l / 8 * (point.warps == 4 ? 1.15 : 1) * week.machine.speed;
  if (point.kernel == "norm_base") ns *= week.number < kOldDriver ? 1.56 : week.number < kNewDriver ? 1.5 : 1.44;
  if (point.kernel == "norm_base" && week.has_newest_driver()) ns *= 1.07;
  if (point.kernel == "norm_group" && week.has_slow_source()) ns *= 1.12;
  return ns * week.submission_time * 2520 / week.clock_mhz();
}

std::vector<Metric> metrics_of(const MadeUpPoint& point, const Week& week) {
  const double requests = (1 << 22) * static_cast<double>(point.d_l) / 32;
  const bool strides = point.kernel == "norm_base" || week.has_slow_source();
  return {{"registers", point.kernel == "norm_base" ? 40.0 : 26.0, "register", "attribute", ""},
          {"inst_executed", requests * 9.5, "instruction", "cupti", ""},
          {"global_load_requests", requests, "request", "cupti", ""},
          {"global_store_requests", requests, "request", "cupti", ""},
          {"global_bank_conflicts", strides ? 15.3 * 2 * requests : 0.0, "conflict", "cupti", ""},
          {"l2_read_bytes", 128 * requests, "byte", "cupti", ""},
          {"l2_write_bytes", 128 * requests, "byte", "cupti", ""}};
}

/// The same in every made-up ledger.
class MadeUpNoise {
 public:
  /// runs differ more than samples
  double of_run() { return std::exp(0.004 * normal_(random_)); }
  double of_sample() { return std::exp(0.003 * normal_(random_)); }

 private:
  std::mt19937_64 random_{20251124};
  std::normal_distribution<double> normal_;
};

Result result_of(const MadeUpPoint& point, const Week& week, MadeUpNoise& noise) {
  constexpr double kTimerStep_ns = 32;
  const double median_ns = typical_ns(point, week) * noise.of_run();
  Timing timing{.samples = {}, .clock = "cuda event", .stop_rule = "max_relative_error"};
  for (int i = 0; i < kSamples; ++i)
    timing.samples.push_back(
        {std::round(median_ns * noise.of_sample() / kTimerStep_ns) * kTimerStep_ns, week.clock_mhz()});
  const bool is_wrong = week.is_wrong() && point.kernel == "norm_base" && point.warps == 8;
  return {.ordinal = point.ordinal,
          .outcome = is_wrong ? Outcome::incorrect : Outcome::ok,
          .reason = is_wrong ? "l_out[17] is 0.5, expected 0.25" : "",
          .checks = {{"l_out", 1 << 22, is_wrong ? 1 : 0, is_wrong ? 0.25 : 1.2e-7}},
          .timing = std::move(timing),
          .metrics = metrics_of(point, week),
          .wall_s = 0.05};
}

void write_week(const LedgerWriter& ledger, const Week& week, MadeUpNoise& noise) {
  std::vector<Job> jobs;
  std::vector<Result> results;
  for (const MadeUpPoint& point : points()) {
    jobs.push_back(job_of(point, week));
    results.push_back(result_of(point, week, noise));
  }
  record_finished_run(ledger.another(), info_of(week), jobs, results);
}

void write_years(const std::string& path, const std::string& schema_folder, const MadeUpAmount& amount) {
  const LedgerWriter ledger(path, schema_folder);
  MadeUpNoise noise;
  for (int number = kWeeks * (1 - amount.years); number < kWeeks; ++number)
    for (const Machine& machine : std::span(kMachines).first(static_cast<std::size_t>(amount.devices)))
      if (machine.letter != 'E' || number <= kLastOfE)
        write_week(ledger, {.number = number, .machine = machine, .submission = {}}, noise);
  write_week(ledger, {kNewest, {'A', 1}, "alice", 0.95}, noise);
  write_week(ledger, {kNewest, {'A', 1}, "bobby", 1}, noise);
}

[[noreturn]] void refuse_taken(const std::string& path) {
  throw Error({.file = path}, "this file exists", "name a new file");
}

}  // namespace

void write_made_up_year(const std::string& path, const std::string& schema_folder, const MadeUpAmount& amount) {
  if (std::filesystem::exists(path)) refuse_taken(path);
  AtomicFile made(path);
  made.naming_target([&] { write_years(made.path(), schema_folder, amount); });
  if (!made.commit()) refuse_taken(path);
}

}  // namespace warpledger
