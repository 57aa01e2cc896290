#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// One hardware counter that can supply a metric: value = scale * counter.
struct CounterChoice {
  std::string counter;  ///< CUPTI's full name with its rollup: "smsp__inst_executed.sum"
  double scale = 1;
  /// Counters of what `counter` leaves out: it supplies the metric only for a launch where all of these are 0.
  std::vector<std::string> without = {};
  bool operator==(const CounterChoice&) const = default;
};

/// A metric to collect. All `choices` give the same number: which supplies it depends on the chip and the launch.
struct MetricRequest {
  std::string name;  ///< the ledger's name: "inst_executed", or the raw counter's name
  std::string unit;
  std::string about;  ///< one line of meaning
  std::vector<CounterChoice> choices;
  bool operator==(const MetricRequest&) const = default;
};

/// Where a metric's number comes from. The list is closed.
inline constexpr const char* kMetricSources[] = {"event", "cupti", "model", "attribute"};

/// A metric's number for one point, or why there is none.
struct Metric {
  std::string name;
  std::optional<double> value;
  std::string unit;
  std::string source;  ///< one of kMetricSources
  std::string reason;  ///< why `value` is absent; empty when it is there
};

}  // namespace warpledger
