#include "remeasure/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "model/device_name.h"
#include "remeasure/run_to_repeat.h"
#include "run/choose_points.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "run/run_texts.h"
#include "spec/library.h"
#include "store/ledger_file.h"
#include "store/writer.h"

namespace warpledger {
namespace {

std::int64_t other_points(const StoredRun& run, const Plan& plan) {
  return std::ranges::count_if(run.recorded, [&](const RecordedPoint& point) {
    return point.ordinal >= plan.size() || plan.job(point.ordinal).key != point.key;
  });
}

/// A shard or a selection of points repeats the points that it recorded.
std::vector<std::int64_t> ordinals_again(const StoredRun& run, const Plan& plan) {
  if (run.shard.empty() && !has_chosen_points(run)) return plan.ordinals();
  std::vector<std::int64_t> ordinals;
  for (const RecordedPoint& point : run.recorded)
    if (point.ordinal < plan.size()) ordinals.push_back(point.ordinal);
  std::ranges::sort(ordinals);
  return ordinals;
}

void tell_differences(const RunToRepeat& run, const Opened& opened, const Device& device, const Plan& plan,
                      std::int64_t points, const Console& console) {
  const StoredRun& then = run.stored;
  if (device.uuid != then.device.uuid)
    console.tell(fmt::format("another device: then {}, now {}\n",
                             name_beside({then.device.name, then.device.uuid}, {device.name, device.uuid}),
                             name_beside({device.name, device.uuid}, {then.device.name, then.device.uuid})));
  if (const std::string changes = changes_since(then, device, tool_version()); !changes.empty())
    console.tell(fmt::format("changed since run {}: {}\n", run.name(), changes));
  const std::string kLockedClock = "locked_sm_clock_mhz";
  if (const auto clock = then.device.environment.find(kLockedClock);
      clock != then.device.environment.end() && !device.environment.contains(kLockedClock))
    console.tell(fmt::format("run {0} held the SM clock, and this one does not: --lock-clocks {1} holds it\n",
                             run.name(), clock->second));
  for (const SourceFile& now : texts_of(opened.experiment))
    for (const SourceFile& text : then.texts)
      if (text.name == now.name && text.text != now.text)
        console.tell(fmt::format("{} is another one now\n{}\n", now.name, difference(text.text, now.text)));
  if (const std::int64_t others = other_points(then, plan); others > 0 || points != then.planned_points)
    console.tell(fmt::format("{} of {} points are other ones than those of run {}\n",
                             with_thousands(std::max(others, points - then.planned_points)), with_thousands(points),
                             run.name()));
}

/// The ledger will be written, so upgrade its schema before reading it.
void upgrade(const std::string& ledger) {
  schema_version_of_ledger(ledger);  // throws if there is no ledger
  const LedgerWriter upgraded(ledger, schema_folder(find_paths().roots));
}

}  // namespace

RunEnd rerun(const RerunRequest& request, const Console& console) {
  upgrade(request.ledger);
  const RunToRepeat run = read_run_to_repeat(request.ledger, request.run);
  RunOptions given;
  given.ledger = request.ledger;
  given.device = request.device;
  given.command_line = request.command_line;
  given.quiet = request.quiet;
  const TemporaryFolder folder;
  const RunOptions options = options_to_repeat(run, folder.path(), given);
  Opened opened = open_experiment(options);
  if (!options.untrusted) refuse_host_code(opened.experiment, Library(find_paths().roots));
  Device device = described(*opened.worker);
  const auto clocks = locked_clocks(request.lock_clocks_mhz, device);
  const Plan plan = make_plan(opened.experiment, device);
  std::vector<std::int64_t> ordinals = ordinals_again(run.stored, plan);
  if (!request.quiet) tell_differences(run, opened, device, plan, static_cast<std::int64_t>(ordinals.size()), console);
  LedgerWriter ledger(options.ledger, schema_folder(find_paths().roots));
  return run_points(options, {opened, device, plan}, std::move(ledger), std::move(ordinals), console);
}

RunEnd resume_run_or_rerun(const RunOptions& options, const Console& console) {
  const TemporaryFolder folder;
  return resume_run(options, console, [&](const StoredRun& run, RunOptions given) {
    return options_to_repeat(read_run_to_repeat(options.ledger, run.uuid), folder.path(), std::move(given));
  });
}

}  // namespace warpledger
