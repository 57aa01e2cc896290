#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/metric.h"

struct CUpti_Profiler_Host_Object;

namespace warpledger {

/// CUPTI's Profiler Host: lists a chip's counters, configures their collection and evaluates raw data. Needs neither
/// GPU nor driver.
class ProfilerHost {
 public:
  /// `availability` restricts the chip's counters to those of a specific GPU; empty: all. Throws Error if the chip is
  /// unknown.
  explicit ProfilerHost(const std::string& chip, std::vector<std::uint8_t> availability = {});
  ~ProfilerHost();
  ProfilerHost(const ProfilerHost&) = delete;
  ProfilerHost& operator=(const ProfilerHost&) = delete;

  const std::string& chip() const { return chip_; }

  /// `counter` is a full name with its rollup.
  bool has(const std::string& counter) const;

  /// Returns names without rollups.
  std::vector<std::string> base_names() const;

  /// `base_name` has no rollup and exists on the chip.
  ChipCounter describe(const std::string& base_name) const;

  /// Returns the configuration that collects `counters`, which the chip must have. Call once per object.
  std::vector<std::uint8_t> configure(std::span<const std::string> counters);

  /// Returns the values of `counters` for one range of decoded counter data; NaN if CUPTI has no value.
  std::vector<double> evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                               std::span<const std::string> counters) const;

 private:
  std::string chip_;
  std::vector<std::uint8_t> availability_;  // CUPTI keeps pointers into it
  CUpti_Profiler_Host_Object* object_ = nullptr;
};

int passes_of(std::vector<std::uint8_t>& config);

/// Returns C pointers, valid as long as `names`.
std::vector<const char*> c_names(std::span<const std::string> names);

}  // namespace warpledger
