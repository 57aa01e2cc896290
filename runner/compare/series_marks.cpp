#include "compare/series_marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "model/table.h"
#include "stats/recent_change.h"

namespace warpledger {
namespace {

std::string in_brackets(const std::string& author) { return author.empty() ? "" : fmt::format(" ({})", author); }

/// "30.1 -> 33.8 (+12.3 %), p 0.0004"
std::string words_of_step(double before, double after, double probability) {
  const auto relative = relative_change(before, after);
  const std::string size = relative ? fmt::format(" ({:+.1f} %)", 100 * *relative) : "";
  return fmt::format("{:.4g} -> {:.4g}{}, p {}", before, after, size, words_of_probability(probability));
}

std::string words_of(const ChangePoint& change) {
  return "CHANGE " + words_of_step(change.before, change.after, change.probability);
}

std::string words_of(const Suspicion& suspicion) {
  return "SUSPECTED " + words_of_step(suspicion.before, suspicion.after, suspicion.probability);
}

struct CountedValues {
  std::vector<double> values;
  std::vector<std::size_t> places;
};

CountedValues counted_values(const Series& series) {
  CountedValues counted;
  for (std::size_t i = 0; i < series.observations.size(); ++i) {
    if (!series.observations[i].counts()) continue;
    counted.values.push_back(*series.observations[i].value);
    counted.places.push_back(i);
  }
  return counted;
}

void append(std::vector<std::string>& marks, const std::vector<std::string>& more) {
  marks.insert(marks.end(), more.begin(), more.end());
}

}  // namespace

std::string marks_of(const MarkedSeries& marked, std::size_t place) {
  return fmt::format("{}", fmt::join(marked.marks[place], "; "));
}

std::string words_of_probability(double probability) {
  constexpr double kLeast = 1e-4;
  return probability < kLeast ? "below 0.0001" : fmt::format("{:.1g}", probability);
}

std::vector<ChangePoint> changes_of(const Series& series, const ChangePointOptions& options) {
  const CountedValues counted = counted_values(series);
  std::vector<ChangePoint> changes = find_change_points(counted.values, options);
  for (ChangePoint& change : changes) change.index = counted.places[change.index];
  return changes;
}

std::optional<Suspicion> suspicion_of(const Series& series, const std::vector<ChangePoint>& changes,
                                      const ChangePointOptions& options) {
  const CountedValues counted = counted_values(series);
  std::vector<ChangePoint> of_values = changes;
  for (ChangePoint& change : of_values)
    change.index =
        static_cast<std::size_t>(std::ranges::lower_bound(counted.places, change.index) - counted.places.begin());
  std::optional<Suspicion> found = newest_suspicion(counted.values, of_values, options);
  if (found) found->index = counted.places[found->index];
  return found;
}

SeriesMarker::SeriesMarker(const LedgerReader& ledger, const std::set<std::int64_t>& runs,
                           const ChangePointOptions& options, const Window& window)
    : options_(options), window_(window), environments_(environments_of(ledger, runs)) {
  const Table changes = ledger.query(
      fmt::format("SELECT run, group_concat(changes, '; ') FROM run_starts WHERE changes <> '' AND run IN ({}) "
                  "GROUP BY run",
                  fmt::join(runs, ",")));
  for (const std::vector<Cell>& row : changes.rows) changes_[whole_in(row[0])] = text_in(row[1]);
  const Table annotations =
      ledger.query("SELECT about_utc, run_uuid, text, author FROM annotations ORDER BY about_utc, written_utc");
  for (const std::vector<Cell>& row : annotations.rows)
    if (window_.has(text_in(row[0])))
      annotations_.push_back(
          {text_in(row[0]), text_in(row[1]), fmt::format("{}{}", text_in(row[2]), in_brackets(text_in(row[3])))});
}

/// Attaches a note about a moment to the first observation from then on, or to the last one.
void SeriesMarker::add_annotations(MarkedSeries& marked) const {
  constexpr std::size_t kDateLength = 10;  // length of "2026-05-25"
  const std::vector<Observation>& observations = marked.series.observations;
  for (const Annotation& annotation : annotations_) {
    std::size_t place = 0;
    if (annotation.run_uuid.empty()) {
      while (place + 1 < observations.size() && observations[place].started_utc < annotation.about_utc) ++place;
    } else {
      while (place < observations.size() && observations[place].run_uuid != annotation.run_uuid) ++place;
    }
    if (place >= observations.size()) continue;
    const std::string day = annotation.about_utc.substr(0, kDateLength);
    const bool has_other_day = annotation.run_uuid.empty() && !observations[place].started_utc.starts_with(day);
    marked.marks[place].push_back(fmt::format("note{}: {}", has_other_day ? " of " + day : "", annotation.words));
  }
}

void SeriesMarker::mark_changes(MarkedSeries& marked) const {
  marked.changes = changes_of(marked.series, options_);
  for (const ChangePoint& change : marked.changes) marked.marks[change.index].push_back(words_of(change));
  marked.suspicion = suspicion_of(marked.series, marked.changes, options_);
  if (marked.suspicion) marked.marks[marked.suspicion->index].push_back(words_of(*marked.suspicion));
}

MarkedSeries SeriesMarker::mark(Series series) const {
  static const Environment kUnknown;
  const auto environment = [&](const Observation& observation) -> const Environment& {
    const auto found = environments_.find(observation.run);
    return found == environments_.end() ? kUnknown : found->second;
  };
  MarkedSeries result;
  result.series = std::move(series);
  const std::vector<Observation>& observations = result.series.observations;
  result.marks.resize(observations.size());
  mark_changes(result);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    if (observations[i].outcome == kAnotherProblem)
      result.marks[i].push_back(fmt::format("{}; now {}", observations[i].parameters, observations.back().parameters));
    if (i > 0) {
      append(result.marks[i], differences(environment(observations[i - 1]), environment(observations[i])));
      if (observations[i].key != observations[i - 1].key) result.marks[i].push_back("source or settings changed");
    }
    const auto within = changes_.find(observations[i].run);
    if (within != changes_.end()) result.marks[i].push_back(fmt::format("while it was resumed: {}", within->second));
  }
  result = within_window(std::move(result));
  add_annotations(result);
  return result;
}

MarkedSeries SeriesMarker::within_window(MarkedSeries marked) const {
  const std::vector<Observation> all = std::exchange(marked.series.observations, {});
  const std::vector<std::vector<std::string>> marks = std::exchange(marked.marks, {});
  std::vector<std::optional<std::size_t>> places(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!window_.has(all[i].started_utc)) {
      marked.hidden_values += all[i].counts() ? 1 : 0;
      continue;
    }
    places[i] = marked.marks.size();
    marked.series.observations.push_back(all[i]);
    marked.marks.push_back(marks[i]);
  }
  std::erase_if(marked.changes, [&](const ChangePoint& change) { return !places[change.index]; });
  for (ChangePoint& change : marked.changes) change.index = *places[change.index];
  if (marked.suspicion && !places[marked.suspicion->index]) marked.suspicion.reset();
  if (marked.suspicion) marked.suspicion->index = *places[marked.suspicion->index];
  return marked;
}

std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options, const Window& window) {
  std::set<std::int64_t> runs;
  std::string newest_utc;
  for (const Series& series : all) {
    for (const Observation& observation : series.observations) {
      runs.insert(observation.run);
      newest_utc = std::max(newest_utc, observation.started_utc);
    }
  }
  const SeriesMarker marker(ledger, runs, options, window);
  std::vector<MarkedSeries> result;
  for (Series& series : all) {
    MarkedSeries marked = marker.mark(std::move(series));
    if (!marked.series.observations.empty()) result.push_back(std::move(marked));
  }
  if (result.empty())
    throw Error("no run of the selected points began between --since and --until",
                fmt::format("the newest began {}", newest_utc));
  return result;
}

}  // namespace warpledger
