#include "compare/changed_series.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "compare/likely_cause.h"
#include "stats/past_suspicions.h"
#include "stats/recent_change.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

class ChangeFinder {
 public:
  ChangeFinder(const std::string& metric, const Window& period, const ChangePointOptions& options) : options_(options) {
    list_.metric = metric;
    list_.period = period;
  }

  void take(Series series) {
    const auto newest = std::find_if(series.observations.rbegin(), series.observations.rend(), has_outcome);
    if (newest == series.observations.rend()) return;  // no series of this metric
    ++list_.all;
    const bool is_measured = std::ranges::any_of(series.observations, [&](const Observation& observation) {
      return has_outcome(observation) && list_.period.has(observation.started_utc);
    });
    list_.newest_utc = std::max(list_.newest_utc, newest->started_utc);
    note_measured(series, is_measured, newest->started_utc);
    if (!is_measured) return;
    ++list_.measured;
    for (const Observation& observation : series.observations)
      if (list_.period.has(observation.started_utc) && has_outcome(observation)) ++tally_[observation.run].series;
    if (!add_failing(series)) add_changed(series);
  }

  /// Corrects over all series.
  ChangedList finished() {
    const auto holds = holding_changes(found_, past_.tail(), list_.tested, kFalseDiscoveries);
    std::size_t next = 0;  // among the series with a probability
    std::erase_if(list_.series, [&](const ChangedSeries& found) { return found.probability && !holds[next++]; });
    list_.not_holding = static_cast<std::size_t>(std::count(holds.begin(), holds.end(), false));
    std::stable_sort(list_.series.begin(), list_.series.end(),
                     [&](const ChangedSeries& a, const ChangedSeries& b) { return badness(a) > badness(b); });
    std::erase_if(list_.unmeasured, [](const UnmeasuredSeries& group) { return group.series == 0; });
    std::stable_sort(list_.unmeasured.begin(), list_.unmeasured.end(),
                     [](const auto& a, const auto& b) { return a.newest_utc > b.newest_utc; });
    return std::move(list_);
  }

  const std::map<std::int64_t, RunTally>& tally() const { return tally_; }

 private:
  /// A missing metric of an ok point is not an outcome.
  static bool has_outcome(const Observation& observation) { return observation.value || observation.outcome != "ok"; }

  void note_measured(const Series& series, bool is_measured, const std::string& newest_utc) {
    const auto is_of = [&](const UnmeasuredSeries& group) {
      return std::tie(group.experiment, group.submission, group.device_uuid) ==
             std::tie(series.experiment, series.submission, series.device_uuid);
    };
    if (list_.unmeasured.empty() || !is_of(list_.unmeasured.back()))
      list_.unmeasured.push_back({.experiment = series.experiment,
                                  .submission = series.submission,
                                  .device_uuid = series.device_uuid,
                                  .device_name = series.device_name});
    UnmeasuredSeries& group = list_.unmeasured.back();
    ++group.of;
    if (is_measured) return;
    ++group.series;
    group.newest_utc = std::max(group.newest_utc, newest_utc);
  }

  /// `place` is the first observation after a change.
  static ChangedSeries around(const Series& series, std::size_t place) {
    constexpr std::size_t kBefore = 2, kAfter = 2;
    const std::size_t first = place - std::min(place, kBefore);
    const std::size_t end = std::min(place + kAfter, series.observations.size());
    ChangedSeries found;
    found.first_after = place - first;
    found.series = {series.experiment, series.submission, series.device_uuid, series.device_name, series.identity, {},
                    series.kernel,     series.ordinal};
    for (std::size_t i = first; i < end; ++i) found.series.observations.push_back(series.observations[i]);
    return found;
  }

  /// True if the newest points fail, even since before the period.
  bool add_failing(const Series& series) {
    std::size_t first = series.observations.size();
    while (first > 0 && series.observations[first - 1].outcome != "ok") --first;
    if (first == series.observations.size()) return false;
    if (first == 0 || !list_.period.has(series.observations[first].started_utc))
      return true;  // began before the period
    ChangedSeries found = around(series, first);
    found.kind = ChangeKind::failing;
    found.before = series.observations[first - 1].value;
    list_.series.push_back(std::move(found));
    return true;
  }

  void add_changed(const Series& series) {
    std::vector<double> values;
    std::vector<std::int64_t> runs;
    std::vector<std::size_t> places;
    std::size_t first = 0, end = 0;
    for (std::size_t i = 0; i < series.observations.size(); ++i) {
      if (!series.observations[i].counts()) continue;
      const std::string& started_utc = series.observations[i].started_utc;
      if (list_.period.is_before(started_utc)) first = values.size() + 1;
      if (list_.period.has(started_utc)) end = values.size() + 1;
      values.push_back(*series.observations[i].value);
      runs.push_back(series.observations[i].run);
      places.push_back(i);
    }
    if (values.size() < 2 * options_.shortest_segment) return;
    ++list_.tested;
    const std::vector<ChangePoint> changes = find_change_points(values, options_);
    past_.add(values, runs, first, changes, options_);
    for (const RecentChange& change : recent_changes(values, changes, first, end, options_)) {
      if (change.is_reverted) {
        ++list_.reverted;
      } else {
        add_recent(series, places[change.index], change);
      }
    }
  }

  void add_recent(const Series& series, std::size_t place, const RecentChange& change) {
    found_.push_back(change);
    ChangedSeries found = around(series, place);
    found.kind = change.is_suspected ? ChangeKind::suspected : ChangeKind::change;
    found.before = change.before;
    found.after = change.after;
    found.probability = change.probability;
    if (const auto relative = found.relative()) tally_[found.first().run].changes.push_back(*relative);
    list_.series.push_back(std::move(found));
  }

  /// Failing is worst, then slower, then faster. For other metrics, direction does not matter.
  double badness(const ChangedSeries& found) const {
    if (found.kind == ChangeKind::failing) return 2;
    return list_.metric == kTimeMetric ? found.size() : std::abs(found.size());
  }

  ChangePointOptions options_;
  ChangedList list_;
  PastSuspicions past_;
  std::vector<RecentChange> found_;  ///< those with a probability
  std::map<std::int64_t, RunTally> tally_;
};

bool is_a(const ChangedSeries& changed, const std::string& name, bool is_time) {
  const bool is_change = changed.kind == ChangeKind::change;
  if (name == "slower") return is_change && is_time && changed.size() > 0;
  if (name == "faster") return is_change && is_time && changed.size() < 0;
  if (name == "changed") return is_change;
  if (name == "suspected") return changed.kind == ChangeKind::suspected;
  return name == "failing" && changed.kind == ChangeKind::failing;
}

}  // namespace

double ChangedSeries::size() const { return before && after ? size_of_change(*before, *after) : 0; }

std::optional<double> ChangedSeries::relative() const {
  return before && after ? relative_change(*before, *after) : std::nullopt;
}

std::size_t ChangedList::changed() const {
  std::set<std::tuple<std::string, std::string, std::string, std::string>> known;
  for (const ChangedSeries& found : series)
    known.emplace(found.series.experiment, found.series.submission, found.series.device_uuid, found.series.identity);
  return known.size();
}

ChangedList find_changed(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                         const Window& period, const ChangePointOptions& options) {
  ChangeFinder finder(metric, period, options);
  each_series(ledger, filter, metric, [&](Series series) { finder.take(std::move(series)); });
  ChangedList list = finder.finished();
  list.now_utc = filter.now_utc;
  list.later = runs_dated_later(ledger, filter.now_utc);
  add_causes(ledger, list.series, finder.tally());
  return list;
}

std::string verdict_of(const ChangedSeries& changed, const std::string& metric) {
  if (changed.kind == ChangeKind::failing) return "FAILING";
  const std::string direction =
      metric != kTimeMetric ? "CHANGED" : std::string(name_of(changed.size() > 0 ? Verdict::slower : Verdict::faster));
  return changed.kind == ChangeKind::suspected ? "SUSPECTED " + direction : direction;
}

bool holds_any_of(const ChangedList& list, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    if (name == "stale") return list.is_stale();
    return std::ranges::any_of(
        list.series, [&](const ChangedSeries& changed) { return is_a(changed, name, list.metric == kTimeMetric); });
  });
}

}  // namespace warpledger
