#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compare/run_environments.h"
#include "compare/series.h"
#include "stats/change_points.h"
#include "store/reader.h"

namespace warpledger {

/// A series with remarks on its observations.
struct MarkedSeries {
  Series series;
  std::vector<ChangePoint> changes;             ///< indices refer to observations
  std::optional<Suspicion> suspicion;           ///< in the newest runs; its index refers to observations
  std::vector<std::vector<std::string>> marks;  ///< per observation: what changed, notes
  std::size_t hidden_values = 0;                ///< values outside the window: used for detection, not shown
};

/// Returns all marks of an observation in one line.
std::string marks_of(const MarkedSeries& marked, std::size_t place);

/// "0.0004", "below 0.0001".
std::string words_of_probability(double probability);

/// Finds the change points of the observations that count.
std::vector<ChangePoint> changes_of(const Series& series, const ChangePointOptions& options);

/// Returns the suspected change of the newest observations that count, compared with those since the last of `changes`.
std::optional<Suspicion> suspicion_of(const Series& series, const std::vector<ChangePoint>& changes,
                                      const ChangePointOptions& options);

/// Marks series one by one; reads their runs in the constructor.
class SeriesMarker {
 public:
  /// `runs` are the ids of all runs of the series.
  SeriesMarker(const LedgerReader& ledger, const std::set<std::int64_t>& runs, const ChangePointOptions& options,
               const Window& window = {});

  /// Marks each observation with its change point, the first suspected one, differences of environment, source or
  /// settings from the previous one, changes within its run, and notes. All observations are used for detection; the
  /// result has only those within the window, with its notes.
  MarkedSeries mark(Series series) const;

 private:
  /// A note about a run or a moment.
  struct Annotation {
    std::string about_utc;
    std::string run_uuid;  ///< empty: about a moment
    std::string words;
  };

  void mark_changes(MarkedSeries& marked) const;
  MarkedSeries within_window(MarkedSeries marked) const;
  void add_annotations(MarkedSeries& marked) const;

  ChangePointOptions options_;
  Window window_;
  std::map<std::int64_t, Environment> environments_;
  std::map<std::int64_t, std::string> changes_;  ///< within a run that was resumed
  std::vector<Annotation> annotations_;          ///< in chronological order
};

/// Returns the series with an observation within `window`, marked. Throws Error if there is none.
std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options, const Window& window = {});

}  // namespace warpledger
