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

/// Whether `text` holds `word`, letter case ignored.
bool contains_ignoring_case(const std::string& text, const std::string& word);

}  // namespace warpledger
