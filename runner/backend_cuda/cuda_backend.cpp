#include "backend_cuda/cuda_backend.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend_cuda/buffer_kernels.h"
#include "backend_cuda/counter_collector.h"
#include "backend_cuda/cuda_check.h"
#include "backend_cuda/cuda_device.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/event_timer.h"
#include "backend_cuda/library_module.h"
#include "backend_cuda/library_program.h"
#include "backend_cuda/nvml.h"
#include "backend_cuda/nvrtc.h"
#include "backend_cuda/range_session.h"
#include "backend_cuda/work_stream.h"
#include "base/error.h"

namespace warpledger {
namespace {

Finding diagnose_driver(const DriverState& state) {
  const std::string version = driver_version();
  const std::string detail = version.empty() ? "loaded" : "version " + version;
  return {"NVIDIA driver", state.problem.empty(), state.problem.empty() ? detail : state.problem, state.hint};
}

Finding diagnose_compiler() {
  try {
    const std::vector<int> architectures = nvrtc_architectures();
    return {"kernel compiler", true,
            fmt::format("NVRTC {}, compiles for sm_{} to sm_{}", nvrtc_version(), architectures.front(),
                        architectures.back()),
            ""};
  } catch (const Error& error) {
    return {"kernel compiler", false, error.problem(), error.hint()};
  }
}

Finding diagnose_gpu(int index, std::span<const std::string> roots) {
  const std::string what = fmt::format("cuda:{}", index);
  try {
    const Device device = describe_cuda_device(index, roots);
    return {what, true,
            fmt::format("{}, compute capability {}.{}, {} SMs, {}", device.name, device.facts.at("cc_major"),
                        device.facts.at("cc_minor"), device.facts.at("sm_count"),
                        device.chip.empty() ? "a chip unknown to CUPTI" : device.chip),
            ""};
  } catch (const Error& error) {
    return {what, false, error.problem(), error.hint()};
  }
}

// The driver's setting for who may read counters; empty when it does not say.
std::string admin_only_setting() {
  std::ifstream params("/proc/driver/nvidia/params");
  for (std::string line; std::getline(params, line);)
    if (line.starts_with("RmProfilingAdminOnly")) return line;
  return {};
}

// There is no way to ask in advance: profiling is switched on and off again.
Finding diagnose_counters(int index) {
  const std::string what = fmt::format("hardware counters of cuda:{}", index);
  try {
    check_cuda(cudaSetDevice(index), "selecting a device");
    check_cuda(cudaFree(nullptr), "creating the device's context");
    const RangeSession session;
    return {what, true, "readable", ""};
  } catch (const CuptiFailure& failure) {
    const bool forbidden = failure.result() == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    const std::string setting = admin_only_setting();
    if (!forbidden) return {what, false, failure.what(), "times are still measured; counters stay empty"};
    return {what, false,
            fmt::format("this user has no permission to read them (CUPTI error {}{})",
                        static_cast<int>(failure.result()), setting.empty() ? "" : "; the driver says " + setting),
            kCounterPermissionHint};
  } catch (const Error& error) {
    return {what, false, error.problem(), error.hint()};
  }
}

// Throws Error unless the device can be used; from here on its primary context is current.
Device take_device(const CudaOptions& options) {
  const DriverState state = driver_state();
  if (!state.problem.empty()) throw Error(state.problem, state.hint);
  if (options.device_index < 0 || options.device_index >= state.devices)
    throw Error(fmt::format("there is no device cuda:{}", options.device_index),
                fmt::format("GPUs that the driver reports: {}; `warpledger devices` lists them", state.devices));
  check_cuda(cudaSetDevice(options.device_index), "selecting a device");
  check_cuda(cudaFree(nullptr), "creating the device's context");
  return describe_cuda_device(options.device_index, options.roots);
}

/// The part of the device's memory that a worker keeps of what its points gave back: 2 GiB of an H200, and a quarter of
/// any device when 16 submissions are checked at a time.
constexpr std::size_t kMostFreedOf = 64;

class CudaBackend : public Backend {
 public:
  explicit CudaBackend(const CudaOptions& options)
      : device_(take_device(options)),
        nvrtc_options_(
            nvrtc_options(static_cast<int>(10 * device_.facts.at("cc_major") + device_.facts.at("cc_minor")))),
        cache_(options.cache_dir),
        libraries_(options.cache_dir, nvrtc_options_.front()),
        stream_(launch_limits(options.device_index)),
        freed_(static_cast<std::size_t>(device_.facts.at("global_memory_bytes")) / kMostFreedOf),
        flush_(static_cast<std::size_t>(device_.facts.at("l2_bytes"))),
        timing_module_(cached_cubin(cache_, timing_program(), kTimingKernels, nvrtc_options_), "timing_kernels.cu"),
        buffers_(stream_, cached_cubin(cache_, buffer_program(), buffer_functions(), nvrtc_options_)),
        timer_(stream_, flush_, buffers_, timing_module_),
        counters_(stream_, flush_, buffers_, device_.chip) {}

  Device describe() const override { return device_; }

  std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) override {
    refuse_other_architecture(program, device_);
    if (is_library(program))
      return std::make_unique<LibraryModule>(libraries_.library(program, functions), functions, program.main.name);
    const Cubin cubin = cached_cubin(cache_, program, functions, nvrtc_options_);
    std::unique_ptr<Module> module;
    blaming([&] { module = std::make_unique<CudaModule>(cubin, program.main.name); });
    return module;
  }

  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    std::unique_ptr<Memory> memory;
    blaming([&] { memory = std::make_unique<CudaMemory>(bytes, &freed_); });
    return memory;
  }

  void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) override {
    staging_.upload(address_of({&to, offset_bytes}), bytes, stream_.get());
  }

  void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) override {
    blaming([&] {
      check_cuda(cudaMemsetAsync(address_of({&to, offset_bytes}), std::to_integer<int>(value), bytes, stream_.get()),
                 "filling a buffer");
    });
  }

  void read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) override {
    if (!blamed_.empty()) stream_.wait(blamed(""));
    staging_.download(bytes, address_of({&from, offset_bytes}), stream_.get());
  }

  void copy(const Restore& copied) override { stream_.enqueue_restores({&copied, 1}); }

  void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                   RandomStream stream) override {
    blaming([&] { buffers_.fill_random(to, offset_bytes, bytes, type, fill, stream); });
  }

  std::vector<std::uint64_t> answers(std::span<const Question> questions) override {
    std::vector<std::uint64_t> answers;
    blaming([&] { answers = buffers_.answers(questions, "looking at buffers"); });
    blamed_.clear();
    return answers;
  }

  void launch(const Work& work) override {
    begin(work);
    stream_.wait(blamed("filling constants and buffers"));
  }

  void begin(const Work& work) override {
    blaming([&] {
      stream_.enqueue_constants(work.constants);
      stream_.enqueue_restores(work.restores);
    });
    // Waiting between launches tells which one failed.
    bool first = true;
    for (const auto* launches : {&work.prepare, &work.launches}) {
      for (const BoundLaunch& one : *launches) {
        if (!first) stream_.wait(blamed(""));
        first = false;
        blaming([&] { stream_.enqueue({&one, 1}); });
        blame(words_for(work, one));
      }
    }
  }

  void begin_repeatedly(const Work& work, int times) override {
    blaming([&] {
      for (int execution = 1; execution <= times; ++execution)
        enqueue_execution(work, static_cast<std::uint64_t>(execution));
    });
    blame("repeated launches of " + function_names(work.launches));
  }

  std::vector<Sample> time(const Work& work, Cache cache, int samples) override {
    return timer_.time(work, cache, samples);
  }

  ClockReading time_by(OtherClock clock, const Work& work, Cache cache) override {
    return clock == OtherClock::batch ? timer_.time_in_batch(work, cache) : time_by_activity(timer_, work, cache);
  }

  std::optional<double> empty_launch_ns() override { return timer_.empty_launch_ns(); }

  void watch() override {
    if (!watch_) watch_.emplace(device_.uuid);
    watch_->begin();
  }

  Health health() override {
    if (!watch_) watch_.emplace(device_.uuid);
    return watch_->since_last();
  }

  int places() const override { return 4; }
  std::string clock_name() const override { return "cuda event"; }

  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> metrics,
                                           const AfterPass& after_pass) override {
    return counters_.collect(works, cache, metrics, after_pass);
  }

  bool usable() const override {
    const cudaError_t state = cudaStreamQuery(stream_.get());
    return state == cudaSuccess || state == cudaErrorNotReady;
  }

 private:
  void enqueue_execution(const Work& work, std::uint64_t execution) {
    stream_.enqueue_constants(work.constants);
    if (work.renewals.empty()) {
      stream_.enqueue_restores(work.restores);
      stream_.enqueue(work.prepare);
    } else {
      buffers_.renew(work, execution);
      stream_.enqueue_restores(work.restores);
    }
    stream_.enqueue(work.launches);
  }

  /// Does it; what fails meanwhile may be the end of what was begun before.
  template <class Action>
  void blaming(const Action& action) {
    try {
      action();
    } catch (const PointFailure&) {
      if (!blamed_.empty()) stream_.wait(blamed(""));
      throw;
    }
  }

  /// Who ends with an error, if the next wait finds one: the first of what was begun since the last wait.
  void blame(std::string words) {
    if (blamed_.empty()) blamed_ = std::move(words);
  }
  std::string blamed(const char* otherwise) { return blamed_.empty() ? otherwise : std::exchange(blamed_, {}); }

  Device device_;
  std::vector<std::string> nvrtc_options_;
  CubinCache cache_;
  LibraryCompiler libraries_;
  WorkStream stream_;
  FreedMemory freed_;
  Staging staging_;
  L2Flush flush_;
  CudaModule timing_module_;
  BufferKernels buffers_;
  EventTimer timer_;
  CounterCollector counters_;
  std::string blamed_;
  std::optional<GpuWatch> watch_;  ///< made when first asked: a plan needs none
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options) {
  return std::make_unique<CudaBackend>(options);
}

void compile_into_cache(const Compilation& compilation, int arch, const std::string& cache_dir) {
  const auto& [program, functions] = compilation;
  if (is_library(program))
    LibraryCompiler(cache_dir, nvrtc_options(arch).front()).library(program, functions);
  else
    cubin_for_arch(program, functions, arch, cache_dir);
}

std::vector<Device> cuda_devices(std::span<const std::string> roots, DeviceDetail detail) {
  const int count = driver_state().devices;
  std::vector<Device> devices;
  devices.reserve(static_cast<std::size_t>(count));
  for (int index = 0; index < count; ++index) devices.push_back(describe_cuda_device(index, roots, detail));
  return devices;
}

bool has_cuda_device() { return driver_state().devices > 0; }

std::vector<Finding> diagnose_cuda(std::span<const std::string> roots) {
  const DriverState state = driver_state();
  std::vector<Finding> findings = {diagnose_driver(state), diagnose_compiler()};
  for (int index = 0; index < state.devices; ++index) {
    findings.push_back(diagnose_gpu(index, roots));
    findings.push_back(diagnose_counters(index));
  }
  return findings;
}

}  // namespace warpledger
