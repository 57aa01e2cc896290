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

/// A series with what is to be said of its lines.
struct MarkedSeries {
  Series series;
  std::vector<ChangePoint> changes;             ///< their index is that of an observation
  std::optional<Suspicion> suspicion;           ///< of the newest runs; its index is that of an observation
  std::vector<std::vector<std::string>> marks;  ///< of each observation: what changed, notes
  std::size_t hidden_values = 0;                ///< values outside the window: they decided, and are not shown
};

/// All that is said of an observation, in one line.
std::string marks_of(const MarkedSeries& marked, std::size_t place);

/// "0.0004", "below 0.0001".
std::string words_of_probability(double probability);

/// Finds the change points of the observations that count.
std::vector<ChangePoint> changes_of(const Series& series, const ChangePointOptions& options);

/// Whether the newest observations that count look as if they had another level than those since the last of `changes`.
std::optional<Suspicion> suspicion_of(const Series& series, const std::vector<ChangePoint>& changes,
                                      const ChangePointOptions& options);

/// Marks series one by one, with what it has read of their runs before.
class SeriesMarker {
 public:
  /// `runs` are ids: all runs of the series.
  SeriesMarker(const LedgerReader& ledger, const std::set<std::int64_t>& runs, const ChangePointOptions& options,
               const Window& window = {});

  /// Marks each observation with its change point, the first suspected one, what of the environment, the source or the
  /// settings differs from the one before, what changed within its run, and what people noted. All observations decide;
  /// those within the window stay, with the notes about moments within it.
  MarkedSeries mark(Series series) const;

 private:
  /// What a person noted, at a run or at a moment.
  struct Annotation {
    std::string about_utc;
    std::string run_uuid;  ///< empty: a moment
    std::string words;
  };

  void mark_changes(MarkedSeries& marked) const;
  MarkedSeries within_window(MarkedSeries marked) const;
  void add_annotations(MarkedSeries& marked) const;

  ChangePointOptions options_;
  Window window_;
  std::map<std::int64_t, Environment> environments_;
  std::map<std::int64_t, std::string> changes_;  ///< within a run, when it was resumed
  std::vector<Annotation> annotations_;          ///< in the order of time
};

/// The series of `all` that have an observation within `window`, marked. Throws Error when none has.
std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options, const Window& window = {});

}  // namespace warpledger
