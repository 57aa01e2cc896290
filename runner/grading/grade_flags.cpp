#include "grading/grade_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/sql_text.h"
#include "exec/speed_of_light.h"
#include "grading/code_flags.h"
#include "grading/source_flags.h"
#include "model/table.h"

namespace warpledger {
namespace {

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
std::optional<SpeedOfLight> floor_of(const std::vector<Cell>& row, bool in_place) {
  const LeastWork work = {.bytes = number_in(row[2]).value_or(0),
                          .fmas = number_in(row[3]).value_or(0),
                          .in_l2 = whole_in(row[4]) != 0,
                          .in_place = in_place};
  DevicePeaks peaks = {.dram_gbs = number_in(row[5]), .l2_gbs = {}, .l2_bytes = number_in(row[6]), .fp32_gfma = {}};
  if (const auto fma_per_us = number_in(row[7])) peaks.fp32_gfma = 1e-3 * *fma_per_us;
  return speed_of_light(work, peaks);
}

}  // namespace

ClassFlags read_flags(const LedgerReader& ledger, const Experiment& experiment,
                      const std::map<std::string, GradedRuns>& runs, const std::vector<std::string>& known) {
  std::map<std::string, std::string> a_run;  // all runs of a submission have the same source
  std::map<std::string, std::string> profiled;
  for (const auto& [submission, graded] : runs)
    if (const auto own = own_runs(graded); !own.empty()) a_run[submission] = own.front();
  for (const auto& [submission, graded] : runs)
    if (!graded.profiled.empty()) profiled[submission] = graded.profiled.front();
  ClassFlags found = source_flags(ledger, experiment, a_run);
  ClassFlags of_code = code_flags(ledger, *experiment.grading, profiled, known);
  found.notes.common.merge(of_code.notes.common);
  found.notes.alike = std::move(of_code.notes.alike);
  for (auto& [submission, flags] : of_code.flags)
    if (found.flags[submission].empty()) found.flags[submission] = std::move(flags);
  const bool in_place = std::ranges::any_of(
      experiment.only_family().buffers, [](const BufferTemplate& buffer) { return buffer.base.role == Role::inout; });
  for (const auto& [submission, graded] : runs) {
    std::vector<Flag>& of_submission = found.flags[submission];
    if (graded.refused) of_submission.push_back({.kind = FlagKind::refused});
    if (auto flag = time_flag(ledger, timed_runs(graded), in_place)) of_submission.push_back(std::move(*flag));
    if (auto flag = bytes_flag(ledger, graded.profiled)) of_submission.push_back(std::move(*flag));
    if (!of_submission.empty() && is_settled(ledger, experiment.name, submission, graded)) of_submission.clear();
  }
  return found;
}

std::optional<Flag> time_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids, bool in_place) {
  const Table points = ledger.query(fmt::format(
      "SELECT identity, gpu_time_us, ideal_bytes, fmas, cache = 'warm', dram_peak_gbs, l2_bytes, fma_per_us "
      "FROM points WHERE run_uuid IN {} AND gpu_time_us > 0 AND outcome = 'ok' ORDER BY started_utc, ordinal",
      quoted_list(run_uuids)));
  std::size_t too_fast = 0;
  std::optional<TooFast> furthest;
  const auto excess = [](const TooFast& found) { return found.floor.least_ns / found.median_ns; };
  for (const std::vector<Cell>& row : points.rows) {
    const std::optional<SpeedOfLight> floor = floor_of(row, in_place);
    const double median_ns = 1e3 * *number_in(row[1]);
    if (!floor || !is_too_fast(median_ns, *floor)) continue;
    ++too_fast;
    TooFast found{.point = text_in(row[0]), .median_ns = median_ns, .floor = *floor};
    if (!furthest || excess(found) > excess(*furthest)) furthest = std::move(found);
  }
  if (!furthest) return std::nullopt;
  furthest->others = too_fast - 1;
  return Flag{.kind = FlagKind::too_fast, .time = std::move(furthest)};
}

std::optional<Flag> bytes_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids) {
  constexpr double kLeastShare = 0.98;  // sectors of buffers that end within one are counted whole
  const Table points = ledger.query(fmt::format(
      "SELECT identity, l2_write_norm FROM points WHERE run_uuid IN {} AND gpu_time_us > 0 AND outcome = 'ok' "
      "AND l2_write_norm < {} ORDER BY l2_write_norm, ordinal",
      quoted_list(run_uuids), kLeastShare));
  if (points.rows.empty()) return std::nullopt;
  const std::vector<Cell>& least = points.rows.front();
  return Flag{.kind = FlagKind::too_few_bytes,
              .bytes = TooFewBytes{text_in(least[0]), *number_in(least[1]), points.rows.size() - 1}};
}

}  // namespace warpledger
