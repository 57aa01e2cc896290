#include "remeasure/measure_more.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/device_name.h"
#include "spec/library.h"
#include "stats/rounds.h"

namespace warpledger {
namespace {

LedgerReader reader_of(const std::string& ledger) { return open_ledger(ledger, Library(find_paths().roots)); }

/// The first look should have enough samples for a verdict. More than 30 per round would spend the budget first: on an
/// H200, rounds of 226 points took 10 s with 50 to 100 samples.
int samples_of_round(const Comparison& comparison) {
  constexpr std::size_t kFewest = 10, kMost = 30, kUsual = 20;
  const std::size_t wanted =
      comparison.samples_needed ? *comparison.samples_needed / kFewestRounds : std::size_t{kUsual};
  return static_cast<int>(std::clamp(wanted, kFewest, kMost));
}

std::vector<PairToMeasure> pairs_to_measure(const RunComparison& comparison, bool all) {
  std::vector<PairToMeasure> pairs;
  for (const ComparedPoint& point : comparison.points) {
    const bool has_times = point.both_ok && point.before_us && point.after_us;
    if (has_times && (all || point.comparison.verdict == Verdict::inconclusive))
      pairs.push_back({point.identity_before, point.identity_after, samples_of_round(point.comparison)});
  }
  return pairs;
}

void check_devices(const std::string& device, const ComparedSide& before, const ComparedSide& after) {
  if (device != InTurnOptions().device || before.run.device_uuid == after.run.device_uuid) return;
  const NamedDevice first = {before.run.device_name, before.run.device_uuid};
  const NamedDevice second = {after.run.device_name, after.run.device_uuid};
  throw Error(fmt::format("run {} was on {}, run {} on {}", before.run.uuid.substr(0, 8), name_beside(first, second),
                          after.run.uuid.substr(0, 8), name_beside(second, first)),
              "name the device that both are measured on: --device cuda:0");
}

void tell_plan(const Console& console, std::size_t pairs, const Device& device, double budget_s) {
  console.tell(fmt::format("measuring {} point{} of both runs in turn on {}, for at most {}\n", pairs,
                           pairs == 1 ? "" : "s", device.name, human_seconds(budget_s)));
}

RunComparison compare_made(const std::string& path, const RunsMade& made, const ComparedSide& before,
                           const ComparedSide& after, const ComparisonOptions& how) {
  const LedgerReader ledger = reader_of(path);
  const auto side = [&](const std::string& uuid, const ComparedSide& of) {
    return ComparedSide{choose_run(ledger, parse_run_selection(uuid, "")), of.kernel};
  };
  return compare_runs(ledger, side(made.before, before), side(made.after, after), how);
}

}  // namespace

RunComparison compare_measuring_more(const InTurnOptions& options, const ComparedSide& before,
                                     const ComparedSide& after, const ComparisonOptions& how, const Console& console) {
  RunComparison first = compare_runs(reader_of(options.ledger), before, after, how);
  check_devices(options.device, before, after);
  if (options.device == InTurnOptions().device && pairs_to_measure(first, false).empty()) {
    console.tell("no point that was measured is INCONCLUSIVE: nothing is measured\n");
    return first;
  }
  RunsInTurn runs(options, before.run.uuid, after.run.uuid);
  const std::string& device = runs.device().uuid;
  const bool is_elsewhere = device != before.run.device_uuid || device != after.run.device_uuid;
  const std::vector<PairToMeasure> pairs = pairs_to_measure(first, is_elsewhere);
  tell_plan(console, pairs.size(), runs.device(), options.budget_s);
  const std::optional<RunsMade> made = runs.measure(pairs, how, console);
  if (!made || made->missing > 0)
    console.tell(fmt::format("{} of {} points are not in the plan on this device any more\n",
                             made ? made->missing : pairs.size(), pairs.size()));
  if (!made) return first;
  const RunComparison again = compare_made(options.ledger, *made, before, after, how);
  return is_elsewhere ? again : with_points_of(std::move(first), again);
}

}  // namespace warpledger
