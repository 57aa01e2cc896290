#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compare/series.h"
#include "ledger/run_selection.h"
#include "stats/change_points.h"
#include "stats/counter_effects.h"
#include "store/reader.h"

namespace warpledger {

/// How the end of a series differs from what it was.
enum class ChangeKind {
  failing,    ///< its newest points are not ok, after some that were
  change,     ///< another level
  suspected,  ///< the newest runs look as if they had another level
};

/// What happened together with a change, and may be its cause.
enum class CauseKind { source, environment, clock, whole_run };

struct LikelyCause {
  CauseKind kind = CauseKind::source;
  std::string words;  ///< "driver 580.1 -> 581.0"
};

/// A series that changed within a period.
struct ChangedSeries {
  Series series;  ///< its observations are those around the change: at most two before and two after
  ChangeKind kind = ChangeKind::change;
  std::size_t first_after = 0;        ///< which of these is the first after it
  std::optional<double> before;       ///< median; absent where it never counted
  std::optional<double> after;        ///< median; absent where it fails
  std::optional<double> probability;  ///< that a series without a change shows such a one; absent where it fails
  std::vector<LikelyCause> causes;
  std::vector<CounterEffect> effects;  ///< between the runs before and after it
  std::set<std::string> modelled;      ///< counters that are modelled

  const Observation& first() const { return series.observations.at(first_after); }
  /// Of the larger level, below 0 where it fell; 0 where it fails.
  double size() const;
  /// Of the level before: 0.05 where it rose by 5 %; absent where that was 0, and where it fails.
  std::optional<double> relative() const;
};

/// Series of an experiment, submission and device, some of which were not measured within a period.
struct UnmeasuredSeries {
  std::string experiment;
  std::string submission;
  std::string device_uuid;
  std::string device_name;
  std::size_t series = 0;  ///< that were not
  std::size_t of = 0;      ///< all
  std::string newest_utc;  ///< when the newest run that measured one of these began
};

/// What a ledger says of a period.
struct ChangedList {
  std::string metric;
  Window period;
  std::vector<ChangedSeries> series;         ///< those that hold over all series that were looked at; the worst first
  std::size_t all = 0;                       ///< series that have a value of the metric, or failed
  std::size_t measured = 0;                  ///< within the period
  std::size_t tested = 0;                    ///< of these, that have enough values for a change to be seen
  std::size_t not_holding = 0;               ///< that look changed, as some of so many do by chance
  std::size_t reverted = 0;                  ///< that changed within the period and are what they were before
  std::vector<UnmeasuredSeries> unmeasured;  ///< the newest first
  std::string newest_utc;                    ///< when the newest run that measured any began; empty: none did
  std::string now_utc;
  std::vector<LaterRun> later;  ///< runs that are dated later than `now_utc`, and left out

  /// Series that are told: one may be told twice, as changed and as suspected since then.
  std::size_t changed() const;
  bool is_stale() const { return measured == 0; }
};

/// Of the series that are told, at most so large a share is expected to be told by chance; where nothing changed, any
/// is told with at most this probability (Benjamini and Hochberg's procedure).
inline constexpr double kFalseDiscoveries = 0.01;

/// Reads every series that meets `filter`, and finds those that changed within `period`.
ChangedList find_changed(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                         const Window& period, const ChangePointOptions& options);

/// "SLOWER", "FASTER", "CHANGED" of a metric that is no time, "FAILING"; with "SUSPECTED " before it.
std::string verdict_of(const ChangedSeries& changed, const std::string& metric);

/// Whether anything of `names` happened: slower, faster, changed (either), suspected (either), failing, stale.
bool holds_any_of(const ChangedList& list, const std::vector<std::string>& names);

}  // namespace warpledger
