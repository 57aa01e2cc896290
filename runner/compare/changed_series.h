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
  failing,    ///< the newest points fail
  change,     ///< another level
  suspected,  ///< another level in the newest runs
};

/// Event that coincides with a change and may be its cause.
enum class CauseKind { source, environment, clock, whole_run };

struct LikelyCause {
  CauseKind kind = CauseKind::source;
  std::string words;  ///< "driver 580.1 -> 581.0"
};

struct ChangedSeries {
  Series series;  ///< at most two observations before and two after the change
  ChangeKind kind = ChangeKind::change;
  std::size_t first_after = 0;        ///< index of the first observation after it
  std::optional<double> before;       ///< median; absent without values
  std::optional<double> after;        ///< median; absent if failing
  std::optional<double> probability;  ///< p-value; absent if failing
  std::vector<LikelyCause> causes;
  std::vector<CounterEffect> effects;  ///< between the runs before and after
  std::set<std::string> modelled;      ///< names of counters

  const Observation& first() const { return series.observations.at(first_after); }
  /// Change relative to the larger level; below 0 if it fell, 0 if failing.
  double size() const;
  /// Change relative to the previous level: 0.05 for +5 %. Absent if that was 0, or if failing.
  std::optional<double> relative() const;
};

/// Series of an experiment, submission and device; some were not measured in a period.
struct UnmeasuredSeries {
  std::string experiment;
  std::string submission;
  std::string device_uuid;
  std::string device_name;
  std::size_t series = 0;  ///< not measured
  std::size_t of = 0;      ///< total
  std::string newest_utc;  ///< newest run that measured one of them
};

struct ChangedList {
  std::string metric;
  Window period;
  std::vector<ChangedSeries> series;         ///< significant ones, worst first
  std::size_t all = 0;                       ///< with a value or a failure
  std::size_t measured = 0;                  ///< of these, in the period
  std::size_t tested = 0;                    ///< of these, with enough values
  std::size_t not_holding = 0;               ///< changes that may be chance
  std::size_t reverted = 0;                  ///< changed in the period and changed back
  std::vector<UnmeasuredSeries> unmeasured;  ///< newest first
  std::string newest_utc;                    ///< newest run that measured any; empty: none
  std::string now_utc;
  std::vector<LaterRun> later;  ///< dated after `now_utc`, ignored

  /// Series in `series`, which may have one twice: changed, and suspected since then.
  std::size_t changed() const;
  bool is_stale() const { return measured == 0; }
};

/// Expected false discovery rate of the reported series; if nothing changed, probability of reporting any (Benjamini
/// and Hochberg).
inline constexpr double kFalseDiscoveries = 0.01;

/// Finds the series that meet `filter` and changed within `period`.
ChangedList find_changed(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                         const Window& period, const ChangePointOptions& options);

/// "SLOWER", "FASTER", "FAILING", or "CHANGED" for metrics other than the time; suspected ones begin with "SUSPECTED ".
std::string verdict_of(const ChangedSeries& changed, const std::string& metric);

/// True if any of `names` occurred: slower, faster, changed (either), suspected (either), failing, stale.
bool holds_any_of(const ChangedList& list, const std::vector<std::string>& names);

}  // namespace warpledger
