#pragma once

#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// Which points a history is of. Empty: all.
struct SeriesFilter {
  std::string experiment;
  std::string kernel;  ///< or an instance: norm_group<32,8>
  std::string device;  ///< part of its name, or the beginning of its UUID
  std::string submission;
  std::string tag;                  ///< of the run
  std::string since;                ///< a run that began at this time or later; a date, or its first letters
  std::string until;                ///< at this time or earlier
  std::vector<std::string> values;  ///< NAME=VALUE of numeric columns of the view points: parameters, the launch
};

/// A column of the view points, in SQL that fails where there is none: a quoted name alone may be taken for a text.
std::string column_of_points(const std::string& name);

/// SQL over a row of the view points. Throws Error for a value that is no NAME=NUMBER.
std::string condition_of(const SeriesFilter& filter);

/// Throws Error unless the view points has the columns that `filter` and `metric` name.
void check_columns(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric);

/// Says why no point meets `filter`: which of its names is not in the ledger, and which one is near.
[[noreturn]] void fail_without_points(const LedgerReader& ledger, const SeriesFilter& filter);

}  // namespace warpledger
