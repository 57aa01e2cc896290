#include "compare/series_marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "compare/run_environments.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// " (ada)"; nothing of nothing.
std::string in_brackets(const std::string& author) { return author.empty() ? "" : fmt::format(" ({})", author); }

/// What a person noted, at a run or at a moment.
struct Annotation {
  std::string about_utc;
  std::string run_uuid;  ///< empty: a moment
  std::string words;
};

/// What is known of the runs of all series.
struct Background {
  std::map<std::int64_t, Environment> environments;
  std::map<std::int64_t, std::string> changes;  ///< within a run, when it was resumed
  std::vector<Annotation> annotations;          ///< in the order of time
};

Background background_of(const LedgerReader& ledger, const std::vector<Series>& all) {
  std::set<std::int64_t> ids;
  for (const Series& series : all)
    for (const Observation& observation : series.observations) ids.insert(observation.run);
  Background background{environments_of(ledger, ids), {}, {}};
  const std::string runs = fmt::format("{}", fmt::join(ids, ","));
  const Table changes = ledger.query(
      fmt::format("SELECT run, group_concat(changes, '; ') FROM run_starts WHERE changes <> '' AND run IN ({}) "
                  "GROUP BY run",
                  runs));
  for (const std::vector<Cell>& row : changes.rows) background.changes[whole_in(row[0])] = text_in(row[1]);
  const Table annotations =
      ledger.query("SELECT about_utc, run_uuid, text, author FROM annotations ORDER BY about_utc, written_utc");
  for (const std::vector<Cell>& row : annotations.rows)
    background.annotations.push_back(
        {text_in(row[0]), text_in(row[1]), fmt::format("note: {}{}", text_in(row[2]), in_brackets(text_in(row[3])))});
  return background;
}

/// "30.1 -> 33.8 (+12.3 %), p 0.0004".
std::string words_of_step(double before, double after, double probability) {
  const std::string size = before == 0 ? "" : fmt::format(" ({:+.1f} %)", 100 * (after - before) / before);
  return fmt::format("{:.4g} -> {:.4g}{}, p {}", before, after, size, words_of_probability(probability));
}

std::string words_of(const ChangePoint& change) {
  return "CHANGE " + words_of_step(change.before, change.after, change.probability);
}

std::string words_of(const Suspicion& suspicion) {
  return "SUSPECTED " + words_of_step(suspicion.before, suspicion.after, suspicion.probability);
}

/// The values that count, and the observations that they are of.
struct CountedValues {
  std::vector<double> values;
  std::vector<std::size_t> places;
};

CountedValues counted_values(const Series& series, std::size_t first) {
  CountedValues counted;
  for (std::size_t i = first; i < series.observations.size(); ++i) {
    if (!series.observations[i].counts()) continue;
    counted.values.push_back(*series.observations[i].value);
    counted.places.push_back(i);
  }
  return counted;
}

void append(std::vector<std::string>& marks, const std::vector<std::string>& more) {
  marks.insert(marks.end(), more.begin(), more.end());
}

/// A note about a moment is at the first observation from then on, or at the last one.
void add_annotations(MarkedSeries& marked, const std::vector<Annotation>& annotations) {
  const std::vector<Observation>& observations = marked.series.observations;
  for (const Annotation& annotation : annotations) {
    std::size_t place = 0;
    if (annotation.run_uuid.empty()) {
      while (place + 1 < observations.size() && observations[place].started_utc < annotation.about_utc) ++place;
    } else {
      while (place < observations.size() && observations[place].run_uuid != annotation.run_uuid) ++place;
    }
    if (place < observations.size()) marked.marks[place].push_back(annotation.words);
  }
}

MarkedSeries marked(Series series, Background& background, const ChangePointOptions& options) {
  MarkedSeries result;
  result.series = std::move(series);
  result.changes = changes_of(result.series, options);
  const std::vector<Observation>& observations = result.series.observations;
  result.marks.resize(observations.size());
  for (const ChangePoint& change : result.changes) result.marks[change.index].push_back(words_of(change));
  result.suspicion = suspicion_of(result.series, result.changes, options);
  if (result.suspicion) result.marks[result.suspicion->index].push_back(words_of(*result.suspicion));
  for (std::size_t i = 0; i < observations.size(); ++i) {
    if (i > 0) {
      append(result.marks[i], differences(background.environments[observations[i - 1].run],
                                          background.environments[observations[i].run]));
      if (observations[i].key != observations[i - 1].key) result.marks[i].push_back("source or settings changed");
    }
    const auto within = background.changes.find(observations[i].run);
    if (within != background.changes.end())
      result.marks[i].push_back(fmt::format("while it was resumed: {}", within->second));
  }
  add_annotations(result, background.annotations);
  return result;
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
  const CountedValues counted = counted_values(series, 0);
  std::vector<ChangePoint> changes = find_change_points(counted.values, options);
  for (ChangePoint& change : changes) change.index = counted.places[change.index];
  return changes;
}

std::optional<Suspicion> suspicion_of(const Series& series, const std::vector<ChangePoint>& changes,
                                      const ChangePointOptions& options) {
  const CountedValues counted = counted_values(series, changes.empty() ? 0 : changes.back().index);
  SuspicionOptions how;
  how.shortest_segment = options.shortest_segment;
  how.least_change = options.least_change;
  std::optional<Suspicion> found = suspicion_of(counted.values, how);
  if (found) found->index = counted.places[found->index];
  return found;
}

std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options) {
  Background background = background_of(ledger, all);
  std::vector<MarkedSeries> result;
  for (Series& series : all) result.push_back(marked(std::move(series), background, options));
  return result;
}

}  // namespace warpledger
