#pragma once

#include <span>
#include <string>
#include <vector>

#include "exec/worker.h"
#include "model/table.h"
#include "spec/metrics.h"

namespace warpledger {

/// Metrics under one heading of `warpledger metrics`.
struct ListedMetrics {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;
  std::vector<CounterSupport> support;  ///< one per chip
};

struct CatalogueQuestion {
  std::vector<std::string> groups;  ///< groups, metrics or CUPTI counters; empty: all groups
  std::string search;               ///< part of a name, meaning or counter
  std::vector<std::string> chips;   ///< CUPTI's names; empty: all
};

/// Counters that match the search.
struct RawCounters {
  std::string chip;
  std::vector<ChipCounter> counters;
};

struct CatalogueAnswer {
  std::vector<ListedMetrics> lists;
  std::optional<ListedMetrics> together;  ///< all of `lists`, if several
  std::vector<RawCounters> raw;           ///< one per chip
  std::string why_no_passes;              ///< why chips could not be queried
};

/// Asks a worker for CUPTI's answers; without CUPTI, `why_no_passes` has the reason. Throws Error with the nearest name
/// for an unknown group, metric or chip.
CatalogueAnswer ask_catalogue(const CatalogueQuestion& question);

/// Columns: metric, unit, meaning.
Table meanings(const ListedMetrics& listed);

/// Columns: metric, counter, and one per chip, with "used" next to the chosen counter. Model quantities follow the
/// counters.
Table counters(const ListedMetrics& listed);

/// Returns a row per chip and a column per list: "6 (18 of 19)" passes and available metrics. All lists must have
/// support for the same chips.
Table passes(std::span<const ListedMetrics> lists);

/// "AD102: stall_gmma is absent: AD102 has no counter ..."
std::vector<std::string> absences(const ListedMetrics& listed);

/// Names of those that depend_on_range_time().
std::vector<std::string> metrics_of_range_time(std::span<const MetricRequest> metrics);

/// Finds `text` in names and meanings, ignoring case.
std::vector<ChipCounter> matching(std::span<const ChipCounter> counters, const std::string& text);

/// "smsp__inst_executed.sum [instruction]: # of warp instructions executed", and if it depends on the range's time.
std::string line_of(const ChipCounter& counter);

}  // namespace warpledger
