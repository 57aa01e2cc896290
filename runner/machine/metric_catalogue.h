#pragma once

#include <span>
#include <string>
#include <vector>

#include "exec/worker.h"
#include "model/table.h"
#include "spec/metrics.h"

namespace warpledger {

/// Metrics under one heading of `warpledger metrics`, and chips' support for them.
struct ListedMetrics {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;
  std::vector<CounterSupport> support;  ///< of `metrics`, one per chip
};

/// Selection from the catalogue.
struct CatalogueQuestion {
  std::vector<std::string> groups;  ///< groups, metrics or CUPTI counters; empty: all groups
  std::string search;               ///< part of a name, a meaning or a counter; empty: no search
  std::vector<std::string> chips;   ///< CUPTI's names; empty: all
};

/// Counters of a chip that match the search.
struct RawCounters {
  std::string chip;
  std::vector<ChipCounter> counters;
};

/// The selected metrics and chips' support for them.
struct CatalogueAnswer {
  std::vector<ListedMetrics> lists;
  std::optional<ListedMetrics> together;  ///< all metrics of `lists`, if there are several
  std::vector<RawCounters> raw;           ///< one per chip
  std::string why_no_passes;              ///< why chips could not be queried; empty if they were
};

/// Reads the metric files and asks a worker for CUPTI's answers about the chips; without CUPTI, `why_no_passes` has the
/// reason. Throws Error with the nearest name for an unknown group, metric or chip.
CatalogueAnswer ask_catalogue(const CatalogueQuestion& question);

/// Columns: metric, unit, meaning.
Table meanings(const ListedMetrics& listed);

/// Columns: metric, counter, and one per chip in `listed`, with "used" next to the chosen counter. The memory model's
/// quantity is listed after the counters.
Table counters(const ListedMetrics& listed);

/// One row per chip, one column per list, with the number of passes and the available share of the list: "6 (18 of
/// 19)". All lists must have support for the same chips.
Table passes(std::span<const ListedMetrics> lists);

/// "AD102: stall_gmma is absent: AD102 has no counter ..." for each metric that a chip lacks.
std::vector<std::string> absences(const ListedMetrics& listed);

/// Returns the names of metrics that depend_on_range_time().
std::vector<std::string> metrics_of_range_time(std::span<const MetricRequest> metrics);

/// Returns the counters with `text` in their name or meaning, ignoring case.
std::vector<ChipCounter> matching(std::span<const ChipCounter> counters, const std::string& text);

/// "smsp__inst_executed.sum [instruction]: # of warp instructions executed"; mentions if the value depends on the
/// range's time.
std::string line_of(const ChipCounter& counter);

}  // namespace warpledger
