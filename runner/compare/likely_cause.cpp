#include "compare/likely_cause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/sql_text.h"
#include "base/text.h"
#include "compare/run_environments.h"
#include "ledger/measured_points.h"
#include "model/samples.h"

namespace warpledger {
namespace {

constexpr double kLeastCounterEffect = 0.05;
constexpr const char* kClock = "sm_clock_mhz";

struct ExplainingCounters {
  std::map<std::string, double> values;
  std::set<std::string> modelled;
};

/// By run and identity.
using CountersOfPoints = std::map<std::pair<std::int64_t, std::string>, ExplainingCounters>;

std::vector<const Observation*> sides_of(const ChangedSeries& changed) {
  if (changed.first_after == 0) return {};
  return {&changed.series.observations[changed.first_after - 1], &changed.first()};
}

void add_counters(const Table& rows, CountersOfPoints& all) {
  constexpr std::size_t kFirst = 4;  // after run, identity, and the view's run and point
  for (const std::vector<Cell>& row : rows.rows) {
    ExplainingCounters& counters = all[{whole_in(row[0]), text_in(row[1])}];
    for (std::size_t i = kFirst; i < row.size(); ++i) {
      const auto value = number_in(row[i]);
      if (!value) continue;
      counters.values[rows.columns[i]] = *value;
      if (rows.is_modelled(i)) counters.modelled.insert(rows.columns[i]);
    }
  }
}

/// Queries run by run, which is fast.
CountersOfPoints counters_around(const LedgerReader& ledger, const std::vector<ChangedSeries>& all) {
  constexpr std::size_t kTogether = 200;  // SQLite is slow with long queries
  std::map<std::int64_t, std::set<std::string>> identities;
  for (const ChangedSeries& changed : all)
    for (const Observation* side : sides_of(changed)) identities[side->run].insert(changed.series.identity);
  CountersOfPoints counters;
  for (const auto& [run, names] : identities) {
    const std::vector<std::string> list(names.begin(), names.end());
    for (std::size_t i = 0; i < list.size(); i += kTogether) {
      const std::vector<std::string> some(list.begin() + static_cast<long>(i),
                                          list.begin() + static_cast<long>(std::min(i + kTogether, list.size())));
      add_counters(
          ledger.query(fmt::format(
              "SELECT p.run, p.identity, c.* FROM (SELECT run, point, identity FROM points WHERE run = {0} AND "
              "identity IN {1}) AS p JOIN {2} AS c ON c.run = {0} AND c.point = p.point",
              run, quoted_list(some), explaining_view(ledger, run))),
          counters);
    }
  }
  return counters;
}

std::vector<LikelyCause> differences_of(const Observation& before, const Observation& after,
                                        const std::map<std::int64_t, Environment>& environments) {
  std::vector<LikelyCause> causes;
  if (before.key != after.key) causes.push_back({CauseKind::source, "source or settings changed"});
  for (const std::string& words : differences(environments.at(before.run), environments.at(after.run)))
    causes.push_back({CauseKind::environment, words});
  return causes;
}

/// A change may be detected one run early or late.
std::vector<LikelyCause> noted_causes(const ChangedSeries& changed,
                                      const std::map<std::int64_t, Environment>& environments) {
  const std::vector<Observation>& around = changed.series.observations;
  const std::size_t here = changed.first_after;
  struct Place {
    std::size_t index;
    const char* when;
  };
  for (const Place& place :
       {Place{here, ""}, Place{here - 1, " (one run earlier)"}, Place{here + 1, " (one run later)"}}) {
    if (place.index == 0 || place.index >= around.size()) continue;  // here - 1 may wrap around
    auto causes = differences_of(around[place.index - 1], around[place.index], environments);
    for (LikelyCause& cause : causes) cause.words += place.when;
    if (!causes.empty()) return causes;
  }
  return {};
}

/// The clock explains a time if the cycles changed less than half as much.
std::optional<LikelyCause> clock_cause(const ChangedSeries& changed, const ExplainingCounters& before,
                                       const ExplainingCounters& after) {
  const auto from = before.values.find(kClock), to = after.values.find(kClock);
  const auto sides = sides_of(changed);
  if (from == before.values.end() || to == after.values.end() || !sides[0]->value || !sides[1]->value)
    return std::nullopt;
  const double time = std::log(*sides[1]->value / *sides[0]->value), clock = std::log(to->second / from->second);
  constexpr double kLeastClock = 0.005;  // clocks vary by this much by chance
  if (!(std::abs(clock) > kLeastClock) || !(std::abs(time + clock) < std::abs(time) / 2)) return std::nullopt;
  return LikelyCause{CauseKind::clock, fmt::format("SM clock {:.0f} -> {:.0f} MHz", from->second, to->second)};
}

/// Nearly all series of the run moved in the same direction.
std::optional<LikelyCause> run_cause(const ChangedSeries& changed, const std::map<std::int64_t, RunTally>& tally) {
  constexpr std::size_t kFewest = 5;
  constexpr double kNearlyAll = 0.8;
  const auto found = tally.find(changed.first().run);
  if (found == tally.end()) return std::nullopt;
  const RunTally& run = found->second;
  const auto alike = static_cast<std::size_t>(
      std::ranges::count_if(run.changes, [&](double change) { return (change > 0) == (changed.size() > 0); }));
  if (alike < kFewest || static_cast<double>(alike) < kNearlyAll * static_cast<double>(run.series)) return std::nullopt;
  return LikelyCause{CauseKind::whole_run, fmt::format("{} of {} series of this run moved alike, by {:+.1f} % (median)",
                                                       alike, run.series, 100 * median(run.changes))};
}

}  // namespace

void add_causes(const LedgerReader& ledger, std::vector<ChangedSeries>& all,
                const std::map<std::int64_t, RunTally>& tally) {
  if (all.empty()) return;
  std::set<std::int64_t> runs;
  for (const ChangedSeries& changed : all)
    for (const Observation& observation : changed.series.observations) runs.insert(observation.run);
  auto environments = environments_of(ledger, runs);
  for (const std::int64_t run : runs) environments[run];  // empty if unknown
  const CountersOfPoints counters = counters_around(ledger, all);
  const auto counters_of = [&](const ChangedSeries& changed, const Observation& side) {
    const auto found = counters.find({side.run, changed.series.identity});
    return found == counters.end() ? ExplainingCounters() : found->second;
  };
  for (ChangedSeries& changed : all) {
    changed.causes = noted_causes(changed, environments);
    const auto sides = sides_of(changed);
    if (sides.empty()) continue;
    const ExplainingCounters before = counters_of(changed, *sides[0]), after = counters_of(changed, *sides[1]);
    if (const auto cause = clock_cause(changed, before, after)) changed.causes.push_back(*cause);
    if (const auto cause = run_cause(changed, tally)) changed.causes.push_back(*cause);
    changed.effects = counter_effects(before.values, after.values, kLeastCounterEffect);
    changed.modelled = before.modelled;
    changed.modelled.insert(after.modelled.begin(), after.modelled.end());
  }
}

}  // namespace warpledger
