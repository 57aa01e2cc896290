#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "exec/backend.h"

namespace warpledger {

/// A call of a scripted kernel; arguments are addresses, scalars or struct bytes.
struct ScriptedCall {
  std::vector<std::variant<std::byte*, Scalar, std::vector<std::byte>>> arguments;
  const BoundLaunch& launch;

  template <typename T>
  T* pointer(std::size_t index) const {
    return reinterpret_cast<T*>(std::get<std::byte*>(arguments.at(index)));
  }
};

/// A test device without hardware or compiler: kernels are C++ functions, memory is the host's, times are scripted.
class ScriptedBackend : public Backend {
 public:
  std::map<std::string, std::function<void(const ScriptedCall&)>> kernels;
  std::vector<double> times_ns = {1000};                         ///< used in order, then from the start again
  std::map<std::string, double> counter_values;                  ///< by metric name; absent for others
  std::size_t free_bytes = std::size_t{1} << 30;                 ///< limit of live allocations
  Health disturbances = Health::unknown("the script has none");  ///< returned by health()
  int place_count = 1;
  std::uint64_t pass_count = 1;  ///< number of passes of collect()
  bool gpu_times = true;
  std::size_t announced_metrics = 0;  ///< as of the last get_ready_to_collect()
  std::vector<std::string> log;       ///< "compile f", "launch f", "time 10", "count 3", "watch", "health"

  Device describe() const override;
  std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) override;
  std::unique_ptr<Memory> allocate(std::size_t bytes) override;
  void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) override;
  void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) override;
  void read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) override;
  void launch(const Work& work) override;
  std::vector<Sample> time(const Work& work, Cache cache, int samples) override;
  int places() const override { return place_count; }
  void watch() override { log.emplace_back("watch"); }
  Health health() override;
  bool times_gpu() const override { return gpu_times; }
  std::string clock_name() const override { return "scripted clock"; }
  void get_ready_to_collect(std::span<const MetricRequest> metrics) override { announced_metrics = metrics.size(); }
  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> metrics,
                                           const AfterPass& after_pass) override;

 private:
  void run(const BoundLaunch& launch);

  std::size_t next_time_ = 0;
};

}  // namespace warpledger
