#include "grading/score/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/sql_text.h"
#include "base/text.h"
#include "exec/speed_of_light.h"
#include "grading/score/code_flags.h"
#include "grading/score/source_flags.h"
#include "model/table.h"

namespace warpledger {
namespace {

std::vector<std::string> timed_runs(const GradedRuns& runs) {
  std::vector<std::string> timed;
  for (const TimedRound& round : runs.rounds) timed.push_back(round.submission);
  return timed;
}

/// True if a person has looked: an adjustment of 0 points is newer than the submission's last run.
bool is_settled(const LedgerReader& ledger, const std::string& experiment, const std::string& submission,
                const GradedRuns& runs) {
  const Table found =
      ledger.query(fmt::format("SELECT count(*) FROM adjustments WHERE experiment = {} AND submission = {} AND points "
                               "= 0 AND written_utc > (SELECT "
                               "max(coalesce(ended_utc, started_utc)) FROM runs WHERE run_uuid IN {})",
                               quoted_text(experiment), quoted_text(submission), quoted_list(own_runs(runs))));
  return whole_in(found.rows.at(0).at(0)) > 0;
}

/// Columns as in time_flag(). The L2 has no known throughput limit: l2_peak_gbs is an assignment's convention, which
/// real traffic exceeds.
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
  constexpr double kLeastShare = 0.98;  // partial sectors at buffer ends count in full
  const Table points = ledger.query(fmt::format(
      "SELECT identity, l2_write_norm FROM points WHERE run_uuid IN {} AND gpu_time_us > 0 AND outcome = 'ok' "
      "AND l2_write_norm < {} ORDER BY l2_write_norm, ordinal",
      quoted_list(run_uuids), kLeastShare));
  if (points.rows.empty()) return std::nullopt;
  const std::vector<Cell>& least = points.rows.front();
  return Flag{.kind = FlagKind::too_few_bytes,
              .bytes = TooFewBytes{text_in(least[0]), *number_in(least[1]), points.rows.size() - 1}};
}

namespace {

constexpr const char* kAside = "ignoring comments and white space";

std::string names(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 3;
  if (all.size() == 1) return all.front();
  if (all.size() > kMost) return fmt::format("{}, {} and {} more", all[0], all[1], all.size() - 2);
  return fmt::format("{} and {}", join({all.begin(), all.end() - 1}), all.back());
}

std::string text_of(const TooFast& time) {
  std::string text = fmt::format(
      "{}: faster than the device allows: the median is {:.2f} us; the minimum for the {} alone is {:.2f} us",
      time.point, time.median_ns / 1e3, time.floor.limit, time.floor.least_ns / 1e3);
  if (time.others > 0) text += fmt::format(", and {} more measurement{}", time.others, time.others == 1 ? "" : "s");
  return text;
}

std::string text_of(const TooFewBytes& bytes) {
  std::string text = fmt::format("{}: {:.0f} % of the bytes that the outputs have were written, atomics aside",
                                 bytes.point, 100 * bytes.written_share);
  if (bytes.others > 0)
    text += fmt::format(", and less than all at {} more point{}", bytes.others, bytes.others == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string flag_text(const Flag& flag) {
  switch (flag.kind) {
    case FlagKind::same_source:
      return fmt::format("the source of {} is the same as that of {}, {}", flag.kernel, names(flag.others), kAside);
    case FlagKind::reference_source:
      return fmt::format("the source of {} is that of the reference solution, {}, {}", flag.kernel, flag.reference,
                         kAside);
    case FlagKind::starter_source:
      return fmt::format("the source is the same as the starter's, {}", kAside);
    case FlagKind::same_code:
      return fmt::format(
          "the machine code of {} is the same as that of {}",
          flag.instances == 1 ? "the one longer instance" : fmt::format("all {} longer instances", flag.instances),
          names(flag.others));
    case FlagKind::reference_code:
      return fmt::format("the machine code of {}{} is that of the reference solution, {}", flag.kernel,
                         flag.instances == 1 ? "" : fmt::format(" at all {} longer instances", flag.instances),
                         flag.reference);
    case FlagKind::too_fast:
      return text_of(*flag.time);
    case FlagKind::too_few_bytes:
      return text_of(*flag.bytes);
    case FlagKind::refused:
      return "it was refused and not run; what could be read of it is in the ledger";
  }
  return "";
}

std::string note_text(const LostAdjustment& lost) {
  return fmt::format(
      "an adjustment of {} is of '{}', which is no problem of this experiment now: points count, a "
      "percentage does not until the problem has its former name",
      lost.submission, lost.problem);
}

std::vector<std::string> note_texts(const ClassNotes& notes) {
  std::vector<std::string> texts;
  if (const std::size_t common = notes.common.size(); common > 0)
    texts.push_back(fmt::format("{} submission{} a kernel that the experiment calls common", common,
                                common == 1 ? " has" : "s have"));
  for (const std::size_t group : notes.alike)
    texts.push_back(
        fmt::format("{} submissions have the same machine code, too many for a flag: such code many find by "
                    "themselves",
                    group));
  for (const Stranger& one : notes.strangers)
    texts.push_back(fmt::format("{} has no place in the gradebook: {}", one.submission, one.why));
  std::vector<std::string> untimed;
  for (const Untimed& one : notes.untimed)
    untimed.push_back(one.submission + (one.marked_late ? " (late, by Canvas)" : ""));
  if (!untimed.empty())
    texts.push_back(
        fmt::format("it is not known when {} {} handed in, so that lateness takes nothing off; --times FILE "
                    "has the times",
                    join(untimed), untimed.size() == 1 ? "was" : "were"));
  for (const LostAdjustment& one : notes.lost) texts.push_back(note_text(one));
  return texts;
}

}  // namespace warpledger
