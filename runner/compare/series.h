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

/// Which points a history is of. Empty: all; `submission`: those of none. Runs that are dated later than now have no
/// place in a history and are left out.
struct SeriesFilter {
  std::string experiment;
  std::string kernel;               ///< or an instance: norm_group<32,8>
  std::string device;               ///< part of its name, or the start of its UUID
  std::string submission;           ///< or kNoSubmission
  std::vector<std::string> values;  ///< NAME=VALUE of columns of the view points: parameters, the launch
  std::string now_utc = current_utc();
};

/// The part of a history that is shown: runs that began within it. All runs decide what is found.
struct Window {
  std::string since_utc;  ///< the beginning of a moment, as utc_beginning() writes it; empty: from the first run on
  std::string until_utc;  ///< the same, with all of that day or month; empty: up to now

  bool is_before(const std::string& moment_utc) const { return moment_utc.substr(0, since_utc.size()) < since_utc; }
  bool has(const std::string& moment_utc) const {
    return !is_before(moment_utc) && moment_utc.substr(0, until_utc.size()) <= until_utc;
  }
};

/// `since` and `until` as people write them: beginning_of() of each that is not empty.
Window window_of(const std::string& since, const std::string& until, const std::string& now_utc);

/// A column of the view points, in SQL that fails where there is none: a quoted name alone may be taken for a text.
std::string column_of_points(const std::string& name);

/// SQL over a row of the view points. Throws Error for a value that is no NAME=NUMBER.
std::string condition_of(const SeriesFilter& filter);

/// Throws Error unless the view points has the columns that `filter` and `metric` name.
void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// `text` as the beginning of a moment: a date as utc_beginning() has it, or so long before now: "24h", "7d", "2w 3d".
/// Throws Error when it is neither.
std::string beginning_of(const std::string& text, const std::string& now_utc);

/// Says why no point meets `filter`: which of its names is not in the ledger, and which one is near.
[[noreturn]] void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter);

/// Outcome of an observation whose parameters have other numbers than the newest one's: it is not compared.
inline constexpr const char* kAnotherProblem = "another problem";

/// One point of one run within a series.
struct Observation {
  std::int64_t run = 0;  ///< its id
  std::string run_uuid;
  std::string started_utc;               ///< of the run
  std::string outcome;                   ///< of the point, or kAnotherProblem
  std::string parameters;                ///< with their numbers: "d_l=4 n_l=65536"
  std::string key;                       ///< the same for the same work: same source, same settings
  std::optional<double> value;           ///< of the metric; absent where there is none
  bool modelled = false;                 ///< `value` comes from the memory model
  std::optional<double> lower_quartile;  ///< of the samples; only when the metric is the time
  std::optional<double> upper_quartile;

  /// Whether it is part of the statistics.
  bool counts() const { return outcome == "ok" && value.has_value(); }
};

/// The same point of the same experiment on the same device, from run to run.
struct Series {
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string identity;
  std::vector<Observation> observations;  ///< in the order of time
  std::string kernel = {};
  std::int64_t ordinal = 0;  ///< place of the point in the plan of the newest run
};

/// The metric whose samples have quartiles.
inline constexpr const char* kTimeMetric = "time_us";

/// Every series of `metric`, a numeric column of the view points, that meets `filter`, in the order of their first
/// points. Throws Error when there is none, with what is near, and for a value that is infinite.
std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// The same in one pass that holds one series at a time, without quartiles: those of an experiment, submission, device
/// and kernel follow each other. `take` must not ask `ledger`.
void each_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                 const std::function<void(Series)>& take);

}  // namespace warpledger
