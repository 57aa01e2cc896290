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

/// Selects points of a history. Empty fields select all, an empty `submission` runs of none. Runs dated after `now_utc`
/// are ignored.
struct SeriesFilter {
  std::string experiment;
  std::string kernel;               ///< or an instance: norm_group<32,8>
  std::string device;               ///< part of its name, or the start of its UUID
  std::string submission;           ///< or kNoSubmission
  std::vector<std::string> values;  ///< NAME=VALUE of columns of the view points
  std::string now_utc = current_utc();
};

/// Period of the runs to show; all runs decide what is found.
struct Window {
  std::string since_utc;  ///< prefix of a moment; empty: no limit
  std::string until_utc;  ///< likewise, inclusive

  bool is_before(const std::string& moment_utc) const { return moment_utc.substr(0, since_utc.size()) < since_utc; }
  bool has(const std::string& moment_utc) const {
    return !is_before(moment_utc) && moment_utc.substr(0, until_utc.size()) <= until_utc;
  }
};

/// Applies beginning_of() to non-empty values.
Window window_of(const std::string& since, const std::string& until, const std::string& now_utc);

/// Returns a qualified name, because SQLite reads an unknown quoted name as a text.
std::string column_of_points(const std::string& name);

/// Returns SQL over a row of the view points. Throws Error for a value that is not NAME=VALUE.
std::string condition_of(const SeriesFilter& filter);

/// Throws Error if `filter` or `metric` names an unknown column of the view points.
void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// Parses a date like utc_beginning(), or a time before now: "24h", "7d", "2w 3d". Throws Error for other text.
std::string beginning_of(const std::string& text, const std::string& now_utc);

/// Throws Error with the name that is not in the ledger, and the nearest one.
[[noreturn]] void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter);

/// Outcome of an observation that is not compared: its parameters have other numbers than the newest one's.
inline constexpr const char* kAnotherProblem = "another problem";

struct Observation {
  std::int64_t run = 0;  ///< id
  std::string run_uuid;
  std::string started_utc;  ///< of the run
  std::string outcome;      ///< of the point, or kAnotherProblem
  std::string parameters;   ///< with numbers: "d_l=4 n_l=65536"
  std::string key;          ///< of source and settings
  std::optional<double> value;
  bool modelled = false;                 ///< by the memory model
  std::optional<double> lower_quartile;  ///< of the time's samples
  std::optional<double> upper_quartile;

  /// True if the statistics use it.
  bool counts() const { return outcome == "ok" && value.has_value(); }
};

/// A point of an experiment on a device, over all runs.
struct Series {
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string identity;
  std::vector<Observation> observations;  ///< chronological
  std::string kernel = {};
  std::int64_t ordinal = 0;  ///< in the newest run's plan
};

inline constexpr const char* kTimeMetric = "time_us";

/// Returns series in the order of their first points; `metric` is a numeric column of the view points. Throws Error
/// with the nearest name if no series is found, and for infinite values.
std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// Passes the series one by one, without quartiles; keeps only one in memory. Series of an experiment, submission,
/// device and kernel are consecutive. `take` must not query `ledger`.
void each_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                 const std::function<void(Series)>& take);

}  // namespace warpledger
