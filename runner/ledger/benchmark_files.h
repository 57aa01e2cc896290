#pragma once

#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// Formats in which other tools keep or take benchmark results. A file of each holds one run.
enum class BenchmarkFormat {
  /// Kernel Tuner's results, by its schema T4 1.0.0: each point with its configuration, outcome, runtimes and metrics.
  t4,
  /// Bencher Metric Format: each ok point with its latency [ns], the median between the quartiles, and its metrics.
  bmf,
  /// JSON of Google Benchmark: a repetition for each sample, and their median.
  google_benchmark
};

/// Writes the points of `runs`, which must be one, to the new file `to`: whole, or not at all. Points are read and
/// written in parts. Throws Error, for bmf also when two points have the same name.
void write_benchmarks(const LedgerReader& ledger, const std::vector<std::string>& runs, BenchmarkFormat format,
                      const std::string& to);

}  // namespace warpledger
