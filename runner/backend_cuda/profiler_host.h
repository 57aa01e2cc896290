#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/metric.h"

struct CUpti_Profiler_Host_Object;

namespace warpledger {

/// CUPTI's Profiler Host: what a chip can count, the configuration that counts it, and the counters' values from raw
/// counter data. Needs neither GPU nor driver.
class ProfilerHost {
 public:
  /// `availability`: CUPTI's image of what this very GPU lets be counted; empty asks for the chip in general. Throws
  /// Error when the chip is unknown.
  explicit ProfilerHost(const std::string& chip, std::vector<std::uint8_t> availability = {});
  ~ProfilerHost();
  ProfilerHost(const ProfilerHost&) = delete;
  ProfilerHost& operator=(const ProfilerHost&) = delete;

  const std::string& chip() const { return chip_; }

  /// Whether the chip has that counter; `counter` is a full name with its rollup.
  bool has(const std::string& counter) const;

  /// All names without rollups.
  std::vector<std::string> base_names() const;

  /// What CUPTI says of a name without rollup, which the chip has.
  ChipCounter describe(const std::string& base_name) const;

  /// The configuration that collects `counters`, all of which the chip has. Once an object.
  std::vector<std::uint8_t> configure(std::span<const std::string> counters);

  /// The values of `counters`, in their order, of one range of decoded counter data. NaN where CUPTI has no value.
  std::vector<double> evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                               std::span<const std::string> counters) const;

 private:
  std::string chip_;
  std::vector<std::uint8_t> availability_;  // CUPTI keeps pointing into it
  CUpti_Profiler_Host_Object* object_ = nullptr;
};

/// The number of passes that a configuration takes.
int passes_of(std::vector<std::uint8_t>& config);

/// The strings' C pointers, as CUPTI takes lists of names; valid as long as `names`.
std::vector<const char*> c_names(std::span<const std::string> names);

}  // namespace warpledger
