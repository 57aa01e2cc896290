#include "run/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.h"
#include "base/version.h"
#include "run/record_run.h"
#include "run/resume_check.h"
#include "run/spill.h"
#include "run/stop_signal.h"
#include "run/stored_run_options.h"
#include "spec/paths.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

/// Records the results that the ledger could not take before, and adds them to `run`. One that is recorded already is
/// skipped, so that this may be repeated.
void take_in_spill(const std::string& path, const Plan& plan, LedgerWriter& ledger, StoredRun& run,
                   const Console& console) {
  std::set<std::int64_t> recorded;
  for (const RecordedPoint& point : run.recorded) recorded.insert(point.ordinal);
  for (const std::string& file : spill_files(path, run.uuid)) {
    std::int64_t taken = 0;
    for (const SpilledResult& spilled : read_spill(file)) {
      const std::int64_t ordinal = spilled.result.ordinal;
      if (recorded.contains(ordinal) || ordinal < 0 || ordinal >= plan.size()) continue;
      const Job job = plan.job(ordinal);
      if (job.key != spilled.key) continue;  // of another plan: it is measured anew
      ledger.record(job, spilled.result);
      recorded.insert(ordinal);
      run.recorded.push_back({ordinal, job.key, job.identity, spilled.result.outcome == Outcome::ok});
      ++taken;
    }
    if (taken > 0) console.tell(fmt::format("{} results taken in from {}\n", taken, file));
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

std::vector<std::int64_t> ordinals_left(const Plan& plan, const StoredRun& run) {
  std::set<std::int64_t> recorded;
  for (const RecordedPoint& point : run.recorded) recorded.insert(point.ordinal);
  std::vector<std::int64_t> left;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal)
    if (!recorded.contains(ordinal)) left.push_back(ordinal);
  return left;
}

}  // namespace

std::optional<RunEnd> resume_run(const RunOptions& given, const Console& console) {
  schema_version_of_ledger(given.ledger);
  LedgerWriter ledger(given.ledger, schema_folder(find_paths().roots));
  StoredRun run = ledger.claim_run(*given.resume);
  const RunOptions options = stored_run_options(run, given);  // first: it refuses a grading's runs, finished or not
  const std::string name = run.uuid.substr(0, 8);
  if (run.outcome == "finished") {
    console.tell(fmt::format("run {} is finished: all of its {} points are recorded\n", name,
                             with_thousands(run.planned_points)));
    return std::nullopt;
  }
  Opened opened = open_experiment(options);
  refuse_changed_texts(run, opened.experiment);
  const Device device = described(opened.worker);
  refuse_another_device(run, device);
  const Plan plan = make_plan(opened.experiment, device);
  refuse_changed_plan(run, plan);
  take_in_spill(options.ledger, plan, ledger, run, console);
  const std::string changes = changes_since(run, device, kVersion);
  watch_for_stop();
  ledger.resume_run(describe_run(options, opened.experiment, plan, device), changes);
  std::vector<std::int64_t> left = ordinals_left(plan, run);
  if (!changes.empty()) console.tell(fmt::format("not as when the run was last worked on: {}\n", changes));
  if (!options.quiet)
    console.tell(fmt::format("{} on {}: run {} goes on, {} of {} points left\n", opened.experiment.name, device.name,
                             name, with_thousands(static_cast<std::int64_t>(left.size())),
                             with_thousands(plan.size())));
  const auto not_ok = std::count_if(run.recorded.begin(), run.recorded.end(), [](const auto& p) { return !p.ok; });
  return record_run(options, {opened, device, plan, std::move(ledger), run.uuid, std::move(left), not_ok}, console);
}

}  // namespace warpledger
