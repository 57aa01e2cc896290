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

// All of this needs the driver to be loaded: without one CUPTI crashes. All of it throws CuptiFailure.

/// The CUDA context that is current in this thread.
CUctx_st* current_context();

/// CUPTI's image of the counters that the device of `context` lets this process read. Takes about half a second.
std::vector<std::uint8_t> counter_availability(CUctx_st* context);

/// CUPTI's name of a device's chip: "GH100".
std::string chip_name(int device_index);

/// The counters' raw values, as CUPTI hands them over.
struct CounterData {
  std::vector<std::uint8_t> image;
  std::map<std::string, std::size_t> ranges;  ///< a range's name -> its index in the image
};

/// Profiling on the current context, from construction to destruction: user ranges, each of which the caller repeats
/// once a pass.
class RangeSession {
 public:
  RangeSession();
  ~RangeSession();
  RangeSession(const RangeSession&) = delete;
  RangeSession& operator=(const RangeSession&) = delete;

  /// Collects `counters`, by the configuration that ProfilerHost made of them, for up to `ranges` ranges. May be called
  /// again after decode(), which then says what was collected since.
  void configure(std::span<const std::string> counters, std::span<const std::uint8_t> config, std::size_t ranges);

  void begin_pass();
  /// True when no further pass is needed.
  bool end_pass();

  void push(const std::string& range);
  void pop();

  /// What was collected since configure(); CUPTI keeps using the image until the next one, or until the session ends.
  const CounterData& decode();

 private:
  void index_ranges();

  CUpti_RangeProfiler_Object* object_ = nullptr;
  CounterData data_;
};

}  // namespace warpledger
