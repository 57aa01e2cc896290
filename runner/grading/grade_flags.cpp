#include "grading/grade_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/sql_text.h"
#include "base/text.h"
#include "grading/source_flags.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// Boost clocks exceed the nominal ones that peaks are made of by about so much, and events round.
constexpr double kUncertainty = 0.02;

/// Keeps the larger time. `per_ns` is a rate in G a second, which is one a nanosecond.
void need(std::optional<SpeedOfLight>& floor, double amount, std::optional<double> per_ns, const char* limit) {
  if (!per_ns || *per_ns <= 0) return;
  const double least_ns = std::max(0.0, amount) / *per_ns;
  if (!floor || least_ns > floor->least_ns) floor = SpeedOfLight{least_ns, limit};
}

using CodeByInstance = std::map<std::string, double>;

std::vector<std::string> timed_runs(const GradedRuns& runs) {
  std::vector<std::string> timed;
  for (const TimedRound& round : runs.rounds) timed.push_back(round.submission);
  return timed;
}

/// Whether an adjustment of 0 points was written after the last of the submission's runs: a person has looked.
bool is_settled(const LedgerReader& ledger, const std::string& experiment, const std::string& submission,
                const GradedRuns& runs) {
  const Table found =
      ledger.query(fmt::format("SELECT count(*) FROM adjustments WHERE experiment = {} AND submission = {} AND points "
                               "= 0 AND written_utc > (SELECT "
                               "max(coalesce(ended_utc, started_utc)) FROM runs WHERE run_uuid IN {})",
                               quoted_text(experiment), quoted_text(submission), quoted_list(own_runs(runs))));
  return whole_in(found.rows.at(0).at(0)) > 0;
}

/// Columns are identity, gpu_time_us, ideal_bytes, fmas, whether the cache was warm, dram_peak_gbs, l2_bytes,
/// fma_per_us. No limit of an L2 cache's throughput is known: l2_peak_gbs is an assignment's convention, which real
/// traffic exceeds.
std::optional<SpeedOfLight> floor_of(const std::vector<Cell>& row) {
  const LeastWork work = {
      .bytes = number_in(row[2]).value_or(0), .fmas = number_in(row[3]).value_or(0), .in_l2 = whole_in(row[4]) != 0};
  DevicePeaks peaks = {.dram_gbs = number_in(row[5]), .l2_gbs = {}, .l2_bytes = number_in(row[6]), .fp32_gfma = {}};
  if (const auto fma_per_us = number_in(row[7])) peaks.fp32_gfma = 1e-3 * *fma_per_us;
  return speed_of_light(work, peaks);
}

/// Shorter code, of 128 instructions, may well be the same of two who never met: one loop that the compiler unrolls
/// four times and ends in another is that long.
constexpr int kFewestBytes = 2048;

/// Of the instances whose code is known and long enough to tell.
CodeByInstance code_of(const LedgerReader& ledger, const std::vector<std::string>& kernels,
                       const std::string& run_uuid) {
  const Table rows = ledger.query(fmt::format(
      "SELECT DISTINCT p.instance, id.value FROM points AS p "
      "JOIN metric AS id ON id.point = p.point AND id.name = 'machine_code_id' AND id.value IS NOT NULL "
      "JOIN metric AS size ON size.point = p.point AND size.name = 'machine_code_bytes' AND size.value >= {} "
      "WHERE p.run_uuid = {} AND p.kernel IN {} AND p.outcome = 'ok'",
      kFewestBytes, quoted_text(run_uuid), quoted_list(kernels)));
  CodeByInstance code;
  for (const std::vector<Cell>& row : rows.rows) code[text_in(row[0])] = number_in(row[1]).value();
  return code;
}

}  // namespace

std::map<std::string, std::vector<std::string>> read_flags(const LedgerReader& ledger, const Experiment& experiment,
                                                           const std::map<std::string, GradedRuns>& runs) {
  std::map<std::string, std::string> a_run;  // all runs of a submission have the same source
  std::map<std::string, std::string> profiled;
  for (const auto& [submission, graded] : runs)
    if (const auto own = own_runs(graded); !own.empty()) a_run[submission] = own.front();
  for (const auto& [submission, graded] : runs)
    if (!graded.profiled.empty()) profiled[submission] = graded.profiled.front();
  std::map<std::string, std::vector<std::string>> flags = source_flags(ledger, experiment, a_run);
  for (auto& [submission, of_code] : code_flags(ledger, experiment.grading->submission, profiled))
    if (flags[submission].empty()) flags[submission] = std::move(of_code);
  for (const auto& [submission, graded] : runs) {
    std::vector<std::string>& of_submission = flags[submission];
    for (std::string& flag : time_flags(ledger, timed_runs(graded))) of_submission.push_back(std::move(flag));
    if (!of_submission.empty() && is_settled(ledger, experiment.name, submission, graded)) of_submission.clear();
  }
  return flags;
}

std::vector<std::string> time_flags(const LedgerReader& ledger, const std::vector<std::string>& run_uuids) {
  const Table points = ledger.query(fmt::format(
      "SELECT identity, gpu_time_us, ideal_bytes, fmas, cache = 'warm', dram_peak_gbs, l2_bytes, fma_per_us "
      "FROM points WHERE run_uuid IN {} AND gpu_time_us > 0 AND outcome = 'ok' ORDER BY started_utc, ordinal",
      quoted_list(run_uuids)));
  std::size_t too_fast_points = 0;
  double furthest = 0;
  std::string sentence;
  for (const std::vector<Cell>& row : points.rows) {
    const std::optional<SpeedOfLight> floor = floor_of(row);
    const double median_ns = 1e3 * *number_in(row[1]);
    const auto found = floor ? too_fast(median_ns, *floor) : std::nullopt;
    if (!found) continue;
    ++too_fast_points;
    if (floor->least_ns / median_ns <= furthest) continue;
    furthest = floor->least_ns / median_ns;
    sentence = fmt::format("{}: {}", text_in(row[0]), *found);
  }
  if (too_fast_points == 0) return {};
  if (too_fast_points == 1) return {sentence};
  return {fmt::format("{}, and {} more measurement{}", sentence, too_fast_points - 1, too_fast_points == 2 ? "" : "s")};
}

std::map<std::string, std::vector<std::string>> code_flags(const LedgerReader& ledger,
                                                           const std::vector<std::string>& kernels,
                                                           const std::map<std::string, std::string>& runs) {
  std::map<CodeByInstance, std::vector<std::string>> groups;
  for (const auto& [submission, run] : runs)
    if (CodeByInstance code = code_of(ledger, kernels, run); !code.empty())
      groups[std::move(code)].push_back(submission);
  std::map<std::string, std::vector<std::string>> flags;
  for (const auto& [code, submissions] : groups) {
    if (submissions.size() < 2) continue;
    const std::string which =
        code.size() == 1 ? "the one longer instance" : fmt::format("all {} longer instances", code.size());
    for (const std::string& submission : submissions) {
      std::vector<std::string> others;
      for (const std::string& other : submissions)
        if (other != submission) others.push_back(other);
      flags[submission].push_back(fmt::format("the machine code of {} is the same as that of {}", which, join(others)));
    }
  }
  return flags;
}

std::optional<SpeedOfLight> speed_of_light(const LeastWork& work, const DevicePeaks& peaks) {
  std::optional<SpeedOfLight> floor;
  need(floor, work.fmas, peaks.fp32_gfma, "FP32 units");
  if (!work.in_l2) {
    need(floor, work.bytes, peaks.dram_gbs, "device memory");
    return floor;
  }
  need(floor, work.bytes, peaks.l2_gbs, "L2 cache");
  if (peaks.l2_bytes) need(floor, work.bytes - *peaks.l2_bytes, peaks.dram_gbs, "device memory");
  return floor;
}

std::optional<std::string> too_fast(double median_ns, const SpeedOfLight& floor) {
  if (median_ns >= floor.least_ns * (1 - kUncertainty)) return std::nullopt;
  return fmt::format(
      "faster than the device allows: the median is {:.2f} us; the minimum for the {} alone is {:.2f} us",
      median_ns / 1e3, floor.limit, floor.least_ns / 1e3);
}

}  // namespace warpledger
