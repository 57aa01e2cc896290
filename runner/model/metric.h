#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Hardware counter for a metric: value = scale * counter.
struct CounterChoice {
  std::string counter;  ///< with rollup: "smsp__inst_executed.sum"
  double scale = 1;
  /// Counters of events that `counter` misses; the choice is valid only if all are 0.
  std::vector<std::string> without = {};
  bool operator==(const CounterChoice&) const = default;
};

/// Model quantity for a metric: value = scale * quantity.
struct ModelChoice {
  std::string quantity;  ///< in kModelQuantities: "l1_read_sectors"
  double scale = 1;
  bool operator==(const ModelChoice&) const = default;
};

/// Returns "32 * l1tex__a.sum, without smsp__b.sum".
std::string text_of(const CounterChoice& choice);

/// Returns "model: 32 * l1_read_sectors".
std::string text_of(const ModelChoice& choice);

/// Metric to collect. All `choices` give the same number; chip and launch decide which is used.
struct MetricRequest {
  std::string name;  ///< in the ledger: "inst_executed", or the raw counter's name
  std::string unit;
  std::string about;
  std::vector<CounterChoice> choices;
  std::optional<ModelChoice> model = {};  ///< absent if there is no model
  bool operator==(const MetricRequest&) const = default;
};

/// The list is closed.
inline constexpr const char* kMetricSources[] = {"event", "cupti", "model", "attribute"};

enum class Confidence {
  exact,  ///< counted, not modelled; equal on hardware
  good,   ///< the assumptions hold where the error was measured
  poor,   ///< a point in a wide interval
};

inline constexpr std::array<std::string_view, 3> kConfidenceNames = {"exact", "good", "poor"};

constexpr std::string_view name_of(Confidence confidence) {
  return kConfidenceNames.at(static_cast<std::size_t>(confidence));
}

/// Uncertainty of a modelled value.
struct Estimate {
  double lower = 0;
  double upper = 0;
  Confidence confidence = Confidence::poor;
  std::string because;  ///< of `confidence`: "pressure 0.31, 2 % misses"
  std::string model_version;
  std::string profile_digest;  ///< of the GPU's profile
  int sampled_sms = 0;         ///< SMs that were traced
  bool operator==(const Estimate&) const = default;
};

struct Metric {
  std::string name;
  std::optional<double> value;
  std::string unit;
  std::string source;                     ///< in kMetricSources
  std::string reason;                     ///< why `value` is absent; else empty
  std::optional<Estimate> estimate = {};  ///< present for a value with source "model"
};

struct ChipCounter {
  std::string name;   ///< with default rollup: "smsp__inst_executed.sum", "l1tex__t_sector_hit_rate.pct"
  std::string unit;   ///< with that rollup: "instruction", "percent"
  std::string about;  ///< maybe empty
};

struct CounterSupport {
  std::string chip;
  int passes = 0;
  std::vector<Metric> metrics;        ///< without values; `reason` is empty if the metric is available
  std::vector<std::string> counters;  ///< by metric; empty if there is none
};

/// Sum over the GPU unless it is a percentage.
struct ModelQuantity {
  std::string_view name;
  std::string_view about;  ///< with the unit
};

/// The list is closed.
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

inline std::vector<std::string> model_quantity_names() {
  std::vector<std::string> names;
  for (const ModelQuantity& quantity : kModelQuantities) names.emplace_back(quantity.name);
  return names;
}

}  // namespace warpledger
