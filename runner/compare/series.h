#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/reader.h"

namespace warpledger {

/// Which points a history is of. Empty: all.
struct SeriesFilter {
  std::string experiment;
  std::string kernel;  ///< or an instance: norm_group<32,8>
  std::string device;  ///< part of its name, or the start of its UUID
  std::string submission;
  std::string tag;                  ///< of the run
  std::string since;                ///< a run that began at this time or later; a date, or its first letters, or 7d
  std::string until;                ///< at this time or earlier
  std::vector<std::string> values;  ///< NAME=VALUE of columns of the view points: parameters, the launch
};

/// A column of the view points, in SQL that fails where there is none: a quoted name alone may be taken for a text.
std::string column_of_points(const std::string& name);

/// SQL over a row of the view points. Throws Error for a value that is no NAME=NUMBER.
std::string condition_of(const SeriesFilter& filter);

/// Throws Error unless the view points has the columns that `filter` and `metric` name.
void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// `text` as the beginning of a moment: a date as utc_beginning() has it, or so long before now: "24h", "7d", "2w 3d".
/// Throws Error when it is neither.
std::string beginning_of(const std::string& text);

/// Says why no point meets `filter`: which of its names is not in the ledger, and which one is near.
[[noreturn]] void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter);

/// One point of one run within a series.
struct Observation {
  std::int64_t run = 0;  ///< its id
  std::string run_uuid;
  std::string started_utc;               ///< of the run
  std::string outcome;                   ///< of the point
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
/// points. Throws Error when there is none, with what is near.
std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// The same in one pass that holds one series at a time, without quartiles: those of an experiment, submission, device
/// and kernel follow each other. `take` must not ask `ledger`.
void each_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric,
                 const std::function<void(Series)>& take);

}  // namespace warpledger
