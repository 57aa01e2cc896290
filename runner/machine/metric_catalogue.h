#pragma once

#include <span>
#include <string>
#include <vector>

#include "exec/worker.h"
#include "model/table.h"
#include "spec/metrics.h"

namespace warpledger {

/// Metrics that `warpledger metrics` lists under one heading, and what chips make of them.
struct ListedMetrics {
  std::string name;
  std::string about;
  std::vector<MetricRequest> metrics;
  std::vector<CounterSupport> support;  ///< one per chip, of `metrics`
};

/// What to list of the catalogue.
struct CatalogueQuestion {
  std::vector<std::string> groups;  ///< groups, metrics or CUPTI counters; empty: all groups
  std::string search;               ///< part of a name, a meaning or a counter; empty: everything
  std::vector<std::string> chips;   ///< as CUPTI names them; empty: all
};

/// Counters of one chip that match the question's text.
struct RawCounters {
  std::string chip;
  std::vector<ChipCounter> counters;
};

/// The metrics that were asked for, and what chips make of them.
struct CatalogueAnswer {
  std::vector<ListedMetrics> lists;
  std::optional<ListedMetrics> together;  ///< all metrics of `lists`, when several were asked for
  std::vector<RawCounters> raw;           ///< one per chip
  std::string why_no_passes;              ///< empty when chips could be asked about
};

/// Reads the metrics' files and asks a worker what CUPTI says of the chips; without CUPTI, `why_no_passes` has the
/// reason. Throws Error with the nearest name for an unknown group, metric or chip.
CatalogueAnswer ask_catalogue(const CatalogueQuestion& question);

/// metric, unit, meaning.
Table meanings(const ListedMetrics& listed);

/// metric, counter, and for each chip that `listed` has support for, "used" behind the counter that is chosen there.
/// What the memory model gives a metric from comes behind its counters.
Table counters(const ListedMetrics& listed);

/// One row per chip, one column per list: how many passes, and how much of the list the chip has: "6 (18 of 19)". All
/// lists have support for the same chips.
Table passes(std::span<const ListedMetrics> lists);

/// "AD102: stall_gmma is absent: AD102 has no counter ..." for each metric that a chip lacks.
std::vector<std::string> absences(const ListedMetrics& listed);

/// The names of metrics that depend_on_range_time().
std::vector<std::string> metrics_of_range_time(std::span<const MetricRequest> metrics);

/// Which counters have `text` in their name or meaning, letter case ignored.
std::vector<ChipCounter> matching(std::span<const ChipCounter> counters, const std::string& text);

/// "smsp__inst_executed.sum [instruction]: # of warp instructions executed"; says so when the value is of the range's
/// time.
std::string line_of(const ChipCounter& counter);

}  // namespace warpledger
