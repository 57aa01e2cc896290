#include "grading/grade_flags.h"

#include <fmt/format.h>

#include "grading/code_flags.h"
#include "grading/source_flags.h"
#include "grading/time_flags.h"
#include "model/cell_value.h"
#include "store/quoted.h"

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

}  // namespace

std::map<std::string, std::vector<std::string>> read_flags(const LedgerReader& ledger, const Experiment& experiment,
                                                           const std::map<std::string, GradedRuns>& runs) {
  std::map<std::string, std::string> a_run;  // all runs of a submission have the same source
  std::map<std::string, std::string> counted;
  for (const auto& [submission, graded] : runs)
    if (const auto own = own_runs(graded); !own.empty()) a_run[submission] = own.front();
  for (const auto& [submission, graded] : runs)
    if (!graded.counted.empty()) counted[submission] = graded.counted.front();
  std::map<std::string, std::vector<std::string>> flags = source_flags(ledger, experiment, a_run);
  for (auto& [submission, of_code] : code_flags(ledger, experiment.grading->submission, counted))
    if (flags[submission].empty()) flags[submission] = std::move(of_code);
  for (const auto& [submission, graded] : runs) {
    std::vector<std::string>& of_submission = flags[submission];
    for (std::string& flag : time_flags(ledger, timed_runs(graded))) of_submission.push_back(std::move(flag));
    if (!of_submission.empty() && is_settled(ledger, experiment.name, submission, graded)) of_submission.clear();
  }
  return flags;
}

}  // namespace warpledger
