#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

struct CUctx_st;
struct CUpti_RangeProfiler_Object;

namespace warpledger {

// All of this throws CuptiFailure and requires a loaded driver: without one CUPTI crashes.

CUctx_st* current_context();

/// Returns CUPTI's image of the counters that this process may read. Takes about half a second.
std::vector<std::uint8_t> counter_availability(CUctx_st* context);

/// Returns CUPTI's name: "GH100".
std::string chip_name(int device_index);

struct CounterData {
  std::vector<std::uint8_t> image;
  std::map<std::string, std::size_t> ranges;  ///< index in the image, by name
};

/// Profiles the current context for its lifetime, in user ranges, which the caller repeats in every pass.
class RangeSession {
 public:
  RangeSession();
  ~RangeSession();
  RangeSession(const RangeSession&) = delete;
  RangeSession& operator=(const RangeSession&) = delete;

  /// `config` comes from ProfilerHost; at most `ranges` ranges follow. May be called again after decode().
  void configure(std::span<const std::string> counters, std::span<const std::uint8_t> config, std::size_t ranges);

  void begin_pass();
  /// True if no further pass is needed.
  bool end_pass();

  void push(const std::string& range);
  void pop();

  /// Returns the data since configure(); valid until the next configure() or the end of the session.
  const CounterData& decode();

 private:
  void index_ranges();

  CUpti_RangeProfiler_Object* object_ = nullptr;
  CounterData data_;
};

}  // namespace warpledger
