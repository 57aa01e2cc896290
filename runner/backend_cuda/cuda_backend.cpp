#include "backend_cuda/cuda_backend.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend_cuda/activity_trace.h"
#include "backend_cuda/buffer_kernels.h"
#include "backend_cuda/counter_collector.h"
#include "backend_cuda/cuda_check.h"
#include "backend_cuda/cuda_device.h"
#include "backend_cuda/cuda_memory.h"
#include "backend_cuda/cuda_module.h"
#include "backend_cuda/event_timer.h"
#include "backend_cuda/library_module.h"
#include "backend_cuda/library_program.h"
#include "backend_cuda/mig.h"
#include "backend_cuda/nvml.h"
#include "backend_cuda/nvrtc.h"
#include "backend_cuda/timed_unit.h"
#include "backend_cuda/work_stream.h"
#include "base/error.h"

namespace warpledger {
namespace {

bool is_shown_alone(const CudaOptions& options) {
  if (options.uuid.empty()) return show_alone(options.number);
  show_alone(options.uuid);
  return true;
}

// Throws Error if the device is unusable; makes its primary context current.
Device take_device(const CudaOptions& options) {
  const bool alone = is_shown_alone(options);
  const DriverState state = driver_state();
  if (!state.problem.empty()) throw Error(state.problem, state.hint);
  const int index = alone && state.devices == 1 ? 0 : options.number;  // several if CUDA was initialized before
  if (index < 0 || index >= state.devices)
    throw Error(fmt::format("there is no device cuda:{}", options.number),
                fmt::format("GPUs that the driver reports: {}; `warpledger devices` lists them", state.devices));
  check_cuda(cudaSetDevice(index), "selecting a device");
  check_cuda(cudaFree(nullptr), "creating the device's context");
  Device device = describe_cuda_device(index, options.roots);
  if (device.id.starts_with("cuda:")) device.id = fmt::format("cuda:{}", options.number);
  return device;
}

int current_device() {
  int index = 0;
  check_cuda(cudaGetDevice(&index), "asking for the device");
  return index;
}

/// A worker caches at most 1/64 of the device's memory: 2 GiB of an H200, and a quarter in total with 16 concurrent
/// checks.
constexpr std::size_t kMostFreedOf = 64;

class CudaBackend : public Backend {
 public:
  explicit CudaBackend(const CudaOptions& options)
      : device_(take_device(options)),
        nvrtc_options_(
            nvrtc_options(static_cast<int>(10 * device_.facts.at("cc_major") + device_.facts.at("cc_minor")))),
        cache_(options.cache_dir),
        libraries_(options.cache_dir, nvrtc_options_.front()),
        stream_(launch_limits(current_device())),
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
    // Waiting between launches shows which one failed.
    bool first = true;
    const auto wait_and_queue = [&](std::string words, const auto& queue) {
      if (!first) stream_.wait(blamed(""));
      first = false;
      blaming(queue);
      blame(std::move(words));
    };
    for (const BoundLaunch& one : work.prepare)
      wait_and_queue(words_for(work, one), [&] { stream_.enqueue({&one, 1}); });
    if (are_queued_together(work))
      return wait_and_queue("the launches of " + function_names(work.launches),
                            [&] { TimedUnit(stream_, work).enqueue(); });
    for (const BoundLaunch& one : work.launches)
      wait_and_queue(words_for(work, one), [&] { stream_.enqueue({&one, 1}); });
  }

  void begin_repeatedly(const Work& work, int times) override {
    blaming([&] {
      const TimedUnit unit(stream_, work);
      for (int execution = 1; execution <= times; ++execution)
        enqueue_execution(work, unit, static_cast<std::uint64_t>(execution));
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

  void get_ready_to_collect(std::span<const MetricRequest> metrics) override { counters_.get_ready(metrics); }

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
  void enqueue_execution(const Work& work, const TimedUnit& unit, std::uint64_t execution) {
    stream_.enqueue_constants(work.constants);
    if (work.renewals.empty()) {
      stream_.enqueue_restores(work.restores);
      stream_.enqueue(work.prepare);
    } else {
      buffers_.renew(work, execution);
      stream_.enqueue_restores(work.restores);
    }
    unit.enqueue();
  }

  /// Runs `action`. If it fails, checks first whether earlier work caused that.
  template <class Action>
  void blaming(const Action& action) {
    try {
      action();
    } catch (const PointFailure&) {
      if (!blamed_.empty()) stream_.wait(blamed(""));
      throw;
    }
  }

  /// Names the first work begun since the last wait, for errors that the next wait finds.
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
  std::optional<GpuWatch> watch_;  ///< created on demand: a plan needs none
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options) {
  return std::make_unique<CudaBackend>(options);
}

void compile_into_cache(const Compilation& compilation, int arch, const std::string& cache_dir) {
  const Program& program = compilation.program;
  if (is_library(program))
    LibraryCompiler(cache_dir, nvrtc_options(arch).front()).library(program, compilation.functions);
  else
    cubin_for_arch(program, compilation.functions, arch, cache_dir);
}

std::vector<Device> cuda_devices(std::span<const std::string> roots, DeviceDetail detail) {
  std::vector<Device> devices = mig_devices();
  if (!devices.empty()) return devices;
  const int count = driver_state().devices;
  devices.reserve(static_cast<std::size_t>(count));
  for (int index = 0; index < count; ++index) devices.push_back(describe_cuda_device(index, roots, detail));
  return devices;
}

bool has_cuda_device() { return driver_state().devices > 0; }

}  // namespace warpledger
