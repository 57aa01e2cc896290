#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/buffer_kernels.h"
#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/work_stream.h"
#include "exec/backend.h"

namespace warpledger {

using CounterValues = std::map<std::string, double>;

/// Returns the metrics of one launch. `chosen` has an entry per request; `values` has all counters of `chosen`. A
/// metric whose counter is incomplete for this launch is absent, with the reason.
std::vector<Metric> counted_metrics(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                    const CounterValues& values);

std::vector<Metric> absent_metrics(std::span<const MetricRequest> requests, const std::string& reason);

/// Returns the indices of requests whose counter is incomplete for this launch and that name unconditional
/// alternatives.
std::vector<std::size_t> to_count_again(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                        const CounterValues& values);

/// Returns `request` with only its unconditional counters.
MetricRequest unconditional(MetricRequest request);

class RangeSession;

/// Profiling is on only while collect() runs.
class CounterCollector {
 public:
  /// Both must outlive this; `chip` is CUPTI's name, empty if it has none.
  CounterCollector(const WorkStream& stream, L2Flush& flush, const BufferKernels& buffers, std::string chip)
      : stream_(stream), flush_(flush), buffers_(buffers), chip_(std::move(chip)) {}

  /// Backend::get_ready_to_collect: queries CUPTI in a separate thread, once per process, because it takes 0.2 s
  /// (H200).
  void get_ready(std::span<const MetricRequest> requests);

  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> requests,
                                           const Backend::AfterPass& after_pass);

 private:
  using Metrics = std::vector<std::vector<Metric>>;

  struct Choice {
    std::vector<MetricRequest> requests;
    std::vector<ChosenCounter> counters;
  };

  struct Ready {
    std::vector<std::uint8_t> availability;
    Choice choice;
  };

  /// Empty if counting works.
  std::string problem() const;
  void ask_availability();
  std::vector<ChosenCounter> counters_of(std::span<const MetricRequest> requests);
  Metrics collect_from_gpu(std::span<const Work> works, Cache cache, std::span<const MetricRequest> requests,
                           const Backend::AfterPass& after_pass);
  /// Recounts the given requests of the given works into `metrics` by unconditional counters.
  void count_again(std::span<const Work> works, Cache cache, std::span<const MetricRequest> requests,
                   const std::set<std::size_t>& works_again, const std::set<std::size_t>& requests_again,
                   const Backend::AfterPass& after_pass, Metrics& metrics);
  std::vector<std::optional<CounterValues>> count_once(std::span<const Work> works, Cache cache,
                                                       const std::vector<std::string>& counters,
                                                       const Backend::AfterPass& after_pass);
  void run_range(RangeSession& session, const Work& work, Cache cache, const std::string& name);

  const WorkStream& stream_;
  L2Flush& flush_;
  const BufferKernels& buffers_;
  std::string chip_;
  std::optional<std::vector<std::uint8_t>> availability_;  // cached: the query is slow
  bool is_asked_ = false;                                  // by get_ready()
  std::uint64_t execution_ = 0;                            // executions counted so far
  std::vector<Choice> choices_;                            // of all request lists: batches of a run share them
  std::future<Ready> ready_;                               // of get_ready(); invalid after use
};

}  // namespace warpledger
