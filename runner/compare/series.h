#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "spec/utc_time.h"
#include "store/reader.h"

namespace warpledger {

/// Selects the points of a history; an empty field selects all, an empty `submission` only runs of none. Runs dated
/// later than `now_utc` are ignored.
struct SeriesFilter {
  std::string experiment;
  std::string kernel;               ///< or an instance: norm_group<32,8>
  std::string device;               ///< part of its name, or the start of its UUID
  std::string submission;           ///< or kNoSubmission
  std::vector<std::string> values;  ///< NAME=VALUE of columns of the view points: parameters, the launch
  std::string now_utc = current_utc();
};

/// Period of the runs that are shown. All runs decide what is found.
struct Window {
  std::string since_utc;  ///< prefix of a moment, as from utc_beginning(); empty: since the first run
  std::string until_utc;  ///< likewise, including all of that day or month; empty: until now

  bool is_before(const std::string& moment_utc) const { return moment_utc.substr(0, since_utc.size()) < since_utc; }
  bool has(const std::string& moment_utc) const {
    return !is_before(moment_utc) && moment_utc.substr(0, until_utc.size()) <= until_utc;
  }
};

/// Applies beginning_of() to `since` and `until`, unless they are empty.
Window window_of(const std::string& since, const std::string& until, const std::string& now_utc);

/// Qualified name of a column of the view points. SQLite would read an unqualified quoted name as a text if the column
/// did not exist.
std::string column_of_points(const std::string& name);

/// Returns SQL over a row of the view points. Throws Error for a value that is not NAME=VALUE.
std::string condition_of(const SeriesFilter& filter);

/// Throws Error unless the view points has the columns named by `filter` and `metric`.
void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// Parses a date as utc_beginning() does, or a time before now: "24h", "7d", "2w 3d". Throws Error for anything else.
std::string beginning_of(const std::string& text, const std::string& now_utc);

/// Throws Error that explains why no point meets `filter`: a name that is not in the ledger, and the nearest one.
[[noreturn]] void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter);

/// Outcome of an observation that is not compared, because its parameters have other numbers than the newest one's.
inline constexpr const char* kAnotherProblem = "another problem";

/// A point of one run in a series.
struct Observation {
  std::int64_t run = 0;  ///< id
  std::string run_uuid;
  std::string started_utc;               ///< start of the run
  std::string outcome;                   ///< of the point, or kAnotherProblem
  std::string parameters;                ///< with their numbers: "d_l=4 n_l=65536"
  std::string key;                       ///< identifies the work: source and settings
  std::optional<double> value;           ///< of the metric; may be absent
  bool modelled = false;                 ///< `value` comes from the memory model
  std::optional<double> lower_quartile;  ///< of the samples; only if the metric is the time
  std::optional<double> upper_quartile;

  /// True if it is part of the statistics.
  bool counts() const { return outcome == "ok" && value.has_value(); }
};

/// The same point of the same experiment on the same device, over all runs.
struct Series {
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string identity;
  std::vector<Observation> observations;  ///< in chronological order
  std::string kernel = {};
  std::int64_t ordinal = 0;  ///< of the point in the newest run's plan
};

/// The only metric with quartiles.
inline constexpr const char* kTimeMetric = "time_us";

/// Returns the series of `metric`, a numeric column of the view points, that meet `filter`, in the order of their first
/// points. Throws Error if there is none, with the nearest name, or if a value is infinite.
std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// Passes the same series to `take` one by one, without quartiles; keeps only one in memory. Series of an experiment,
/// submission, device and kernel are consecutive. `take` must not query `ledger`.
void each_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                 const std::function<void(Series)>& take);

}  // namespace warpledger
