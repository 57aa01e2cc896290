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

struct MarkedSeries {
  Series series;
  std::vector<ChangePoint> changes;             ///< indices of observations
  std::optional<Suspicion> suspicion;           ///< index of an observation
  std::vector<std::vector<std::string>> marks;  ///< per observation
  std::size_t hidden_values = 0;                ///< outside the window; used but not shown
};

/// Joins the marks of an observation.
std::string marks_of(const MarkedSeries& marked, std::size_t place);

/// "0.0004", "below 0.0001"
std::string words_of_probability(double probability);

/// Finds changes among the observations that count.
std::vector<ChangePoint> changes_of(const Series& series, const ChangePointOptions& options);

/// Compares the newest observations that count with those since the last of `changes`.
std::optional<Suspicion> suspicion_of(const Series& series, const std::vector<ChangePoint>& changes,
                                      const ChangePointOptions& options);

/// Marks series one by one; the constructor reads their runs.
class SeriesMarker {
 public:
  /// `runs` are ids.
  SeriesMarker(const LedgerReader& ledger, const std::set<std::int64_t>& runs, const ChangePointOptions& options,
               const Window& window = {});

  /// Marks change points, the first suspected observation, differences from the previous run, changes within a run, and
  /// notes. All observations are used; the result has those within the window.
  MarkedSeries mark(Series series) const;

 private:
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
  std::map<std::int64_t, std::string> changes_;  ///< of resumed runs, by id
  std::vector<Annotation> annotations_;          ///< chronological
};

/// Marks series with an observation within `window`. Throws Error if there is none.
std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options, const Window& window = {});

}  // namespace warpledger
