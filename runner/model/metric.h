#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
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

/// What the memory model gives a metric from: value = scale * quantity.
struct ModelChoice {
  std::string quantity;  ///< one of kModelQuantities: "l1_read_sectors"
  double scale = 1;
  bool operator==(const ModelChoice&) const = default;
};

/// "32 * l1tex__a.sum, without smsp__b.sum": a counter with its factor and what it leaves out.
std::string text_of(const CounterChoice& choice);

/// "model: 32 * l1_read_sectors": a quantity of the memory model with its factor.
std::string text_of(const ModelChoice& choice);

/// A metric to collect. All `choices` give the same number: which supplies it depends on the chip and the launch.
struct MetricRequest {
  std::string name;  ///< the ledger's name: "inst_executed", or the raw counter's name
  std::string unit;
  std::string about;  ///< one line of meaning
  std::vector<CounterChoice> choices;
  std::optional<ModelChoice> model = {};  ///< absent when the memory model does not give this metric
  bool operator==(const MetricRequest&) const = default;
};

/// Where a metric's number comes from. The list is closed.
inline constexpr const char* kMetricSources[] = {"event", "cupti", "model", "attribute"};

/// How far a modelled number may be trusted.
enum class Confidence {
  exact,  ///< counted, not modelled: it holds on the hardware, too
  good,   ///< the model's assumptions hold where its error was measured
  poor,   ///< a point in an interval, for orientation
};

inline constexpr std::array<std::string_view, 3> kConfidenceNames = {"exact", "good", "poor"};

constexpr std::string_view name_of(Confidence confidence) {
  return kConfidenceNames.at(static_cast<std::size_t>(confidence));
}

/// What a modelled number is worth.
struct Estimate {
  double lower = 0;  ///< the true number is not below
  double upper = 0;  ///< the true number is not above
  Confidence confidence = Confidence::poor;
  std::string because;         ///< why so much confidence: "pressure 0.31, 2 % misses"
  std::string model_version;   ///< of the memory model
  std::string profile_digest;  ///< SHA-256 of the modelled GPU's profile
  int sampled_sms = 0;         ///< multiprocessors whose blocks were traced
  bool operator==(const Estimate&) const = default;
};

/// A metric's number for one point, or why there is none.
struct Metric {
  std::string name;
  std::optional<double> value;
  std::string unit;
  std::string source;                     ///< one of kMetricSources
  std::string reason;                     ///< why `value` is absent; empty when it is there
  std::optional<Estimate> estimate = {};  ///< there when `source` is "model" and `value` is there
};

/// A raw counter of a chip, as CUPTI describes it.
struct ChipCounter {
  std::string name;   ///< with its usual rollup: "smsp__inst_executed.sum", "l1tex__t_sector_hit_rate.pct"
  std::string unit;   ///< of the value under that rollup: "instruction", "percent"
  std::string about;  ///< CUPTI's description; may be empty
};

/// What a chip makes of a set of metrics, without a GPU.
struct CounterSupport {
  std::string chip;
  int passes = 0;
  std::vector<Metric> metrics;        ///< value absent everywhere; reason says why a metric cannot be had, else empty
  std::vector<std::string> counters;  ///< the counter chosen for each metric; empty where there is none
};

/// What the memory model gives of a launch. All are sums over the GPU, but for the share.
struct ModelQuantity {
  std::string_view name;
  std::string_view about;  ///< one line of meaning, with the unit
};

/// All that a metric's `model` may name. The list is closed: the memory model computes these and nothing else.
inline constexpr std::array<ModelQuantity, 15> kModelQuantities = {{
    {"global_load_requests", "warp-wide loads of global memory"},
    {"global_store_requests", "warp-wide stores to global memory"},
    {"global_atomic_requests", "warp-wide atomics on global memory"},
    {"global_load_sectors", "32-byte sectors that global loads request from L1, summed over requests"},
    {"global_store_sectors", "32-byte sectors that global stores send to L1, summed over requests"},
    {"global_bank_conflicts", "L1 data-bank cycles of global loads and stores beyond the least that they need"},
    {"shared_load_requests", "warp-wide loads of shared memory"},
    {"shared_store_requests", "warp-wide stores to shared memory"},
    {"shared_atomic_requests", "warp-wide atomics on shared memory"},
    {"shared_load_conflicts", "bank cycles of loads of shared memory beyond the least that they need"},
    {"shared_store_conflicts", "bank cycles of stores to shared memory beyond the least that they need"},
    {"l1_read_sectors", "32-byte sectors that L1 reads from L2 for global loads"},
    {"l1_written_sectors", "32-byte sectors that L1 writes to L2 for global stores"},
    {"l1_hit_pct", "share of the sectors of global loads that L1 has, in percent"},
    {"inst_executed", "warp instructions executed"},
}};

/// The names of kModelQuantities.
inline std::vector<std::string> model_quantity_names() {
  std::vector<std::string> names;
  for (const ModelQuantity& quantity : kModelQuantities) names.emplace_back(quantity.name);
  return names;
}

}  // namespace warpledger
