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

/// What the counters of one launch read, by name.
using CounterValues = std::map<std::string, double>;

/// The metrics of one launch: `chosen` has one counter, or a reason, for each of `requests`; `values` has all counters
/// of `chosen`. A metric whose counter leaves out what the launch did is absent, with that reason.
std::vector<Metric> counted_metrics(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                    const CounterValues& values);

/// All of `requests` absent for one reason.
std::vector<Metric> absent_metrics(std::span<const MetricRequest> requests, const std::string& reason);

/// The numbers of the requests whose counter leaves out something in this launch, and which name others that always
/// hold.
std::vector<std::size_t> to_count_again(std::span<const MetricRequest> requests, std::span<const ChosenCounter> chosen,
                                        const CounterValues& values);

/// `request` with those of its counters that always hold.
MetricRequest unconditional(MetricRequest request);

class RangeSession;

/// Counts what works do, those of one list in one profiling session; profiling is off whenever collect() is not
/// running.
class CounterCollector {
 public:
  /// Both must outlive the collector; `chip` is CUPTI's name of it, empty when it has none.
  CounterCollector(const WorkStream& stream, L2Flush& flush, const BufferKernels& buffers, std::string chip)
      : stream_(stream), flush_(flush), buffers_(buffers), chip_(std::move(chip)) {}

  /// Backend::get_ready_to_collect: asks CUPTI in a thread of its own, once a process. On an H200 it takes 0.2 s to
  /// load its tables and to tell what can be counted together.
  void get_ready(std::span<const MetricRequest> requests);

  /// Backend::collect.
  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> requests,
                                           const Backend::AfterPass& after_pass);

 private:
  using Metrics = std::vector<std::vector<Metric>>;

  /// A list of requests and the counters chosen for it.
  struct Choice {
    std::vector<MetricRequest> requests;
    std::vector<ChosenCounter> counters;
  };

  /// What this GPU lets be counted, and what was chosen from it.
  struct Ready {
    std::vector<std::uint8_t> availability;
    Choice choice;
  };

  /// Why nothing can be counted; empty where it can.
  std::string problem() const;
  void ask_availability();
  std::vector<ChosenCounter> counters_of(std::span<const MetricRequest> requests);
  Metrics collect_from_gpu(std::span<const Work> works, Cache cache, std::span<const MetricRequest> requests,
                           const Backend::AfterPass& after_pass);
  /// Replaces in `metrics` some requests of some works by what counters say that always hold.
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
  std::optional<std::vector<std::uint8_t>> availability_;  // costly to ask for: once a process
  bool is_asked_ = false;                                  // by get_ready()
  std::uint64_t execution_ = 0;                            // how often works were counted
  std::vector<Choice> choices_;  // of all lists so far: a run counts many batches with the same ones
  std::future<Ready> ready_;     // of get_ready(); without one when it was taken
};

}  // namespace warpledger
