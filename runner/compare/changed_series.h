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

/// Kind of change at the end of a series.
enum class ChangeKind {
  failing,    ///< the newest points failed, after some that were ok
  change,     ///< the level changed
  suspected,  ///< the newest runs seem to have another level
};

/// Event that coincides with a change and may have caused it.
enum class CauseKind { source, environment, clock, whole_run };

struct LikelyCause {
  CauseKind kind = CauseKind::source;
  std::string words;  ///< "driver 580.1 -> 581.0"
};

/// A series that changed within a period.
struct ChangedSeries {
  Series series;  ///< with only the observations around the change, at most two before and two after
  ChangeKind kind = ChangeKind::change;
  std::size_t first_after = 0;        ///< index of the first observation after the change
  std::optional<double> before;       ///< median; absent if no value counted
  std::optional<double> after;        ///< median; absent if failing
  std::optional<double> probability;  ///< of such a change in a series without one; absent if failing
  std::vector<LikelyCause> causes;
  std::vector<CounterEffect> effects;  ///< between the runs before and after the change
  std::set<std::string> modelled;      ///< names of modelled counters

  const Observation& first() const { return series.observations.at(first_after); }
  /// Change relative to the larger level; negative if the level fell, 0 if failing.
  double size() const;
  /// Change relative to the previous level: 0.05 for a rise by 5 %. Absent if that level was 0, or if failing.
  std::optional<double> relative() const;
};

/// Series of an experiment, submission and device of which some were not measured in a period.
struct UnmeasuredSeries {
  std::string experiment;
  std::string submission;
  std::string device_uuid;
  std::string device_name;
  std::size_t series = 0;  ///< number not measured
  std::size_t of = 0;      ///< number in total
  std::string newest_utc;  ///< start of the newest run that measured one of them
};

/// Changes in a ledger within a period.
struct ChangedList {
  std::string metric;
  Window period;
  std::vector<ChangedSeries> series;         ///< significant over all tested series; the worst first
  std::size_t all = 0;                       ///< series that have a value of the metric or failed
  std::size_t measured = 0;                  ///< of these, within the period
  std::size_t tested = 0;                    ///< of these, with enough values to detect a change
  std::size_t not_holding = 0;               ///< changes rejected as chance, given the number of tests
  std::size_t reverted = 0;                  ///< series that changed within the period and changed back
  std::vector<UnmeasuredSeries> unmeasured;  ///< the newest first
  std::string newest_utc;  ///< start of the newest run that measured any series; empty if there is none
  std::string now_utc;
  std::vector<LaterRun> later;  ///< runs dated later than `now_utc`, which are ignored

  /// Number of reported series. A series may be listed twice: as changed, and as suspected since then.
  std::size_t changed() const;
  bool is_stale() const { return measured == 0; }
};

/// Expected false discovery rate of the reported series. If nothing changed, this is the maximum probability of
/// reporting any (Benjamini and Hochberg's procedure).
inline constexpr double kFalseDiscoveries = 0.01;

/// Finds the series that meet `filter` and changed within `period`.
ChangedList find_changed(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                         const Window& period, const ChangePointOptions& options);

/// "SLOWER", "FASTER", "FAILING", or "CHANGED" for metrics other than the time; may begin with "SUSPECTED ".
std::string verdict_of(const ChangedSeries& changed, const std::string& metric);

/// True if any of `names` occurred: slower, faster, changed (either), suspected (either), failing, stale.
bool holds_any_of(const ChangedList& list, const std::vector<std::string>& names);

}  // namespace warpledger
