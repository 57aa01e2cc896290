#include "backend_host/host_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <set>

#include "backend_host/compiler.h"
#include "backend_host/diagnose.h"
#include "backend_host/gpu_code.h"
#include "backend_host/host_limits.h"
#include "backend_host/host_memory.h"
#include "backend_host/host_module.h"
#include "backend_host/isolated_program.h"
#include "backend_host/kernel_process.h"
#include "backend_host/launch_model.h"
#include "backend_host/local_program.h"
#include "backend_host/modelled_metrics.h"
#include "backend_host/traced_build.h"
#include "base/cores.h"
#include "base/error.h"
#include "model/device_name.h"

namespace warpledger {
namespace {

const HostProgram& program_of(const Module* module) {
  const auto* mine = dynamic_cast<const HostProgram*>(module);
  if (mine == nullptr) throw Error("a launch names a module that is not the host backend's", "compile it there first");
  return *mine;
}

bool runs_on_host(const Program& program) { return language_of(program) == Language::cuda && !is_library(program); }

/// Throws PointFailure for a kernel that is declared but not defined, so has no machine code.
void check_defined(const Cubin& cubin) {
  if (cubin.functions.empty()) return;
  const CubinCode code = read_cubin(cubin.image);
  for (const auto& [function, lowered] : cubin.functions)
    if (!code.kernels.contains(lowered))
      throw PointFailure(Outcome::compile_failed, function + " is declared and not defined");
}

class HostBackend : public Backend {
 public:
  HostBackend(Profile profile, std::string cache_dir, CubinCompiler compile_cubin, Kernels kernels)
      : profile_(std::move(profile)),
        cache_dir_(std::move(cache_dir)),
        compile_cubin_(std::move(compile_cubin)),
        kernels_(kernels) {}

  Device describe() const override;
  std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) override;
  std::unique_ptr<Memory> allocate(std::size_t bytes) override { return pool_.allocate(bytes); }
  void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) override {
    std::memcpy(address_of({&to, offset_bytes}, bytes.size()), bytes.data(), bytes.size());
  }
  void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) override {
    std::memset(address_of({&to, offset_bytes}, bytes), std::to_integer<int>(value), bytes);
  }
  void read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) override {
    std::memcpy(bytes.data(), address_of({&from, offset_bytes}, bytes.size()), bytes.size());
  }
  void launch(const Work& work) override;
  std::vector<Sample> time(const Work& work, Cache cache, int samples) override;
  bool times_gpu() const override { return false; }
  std::string clock_name() const override { return "host steady clock"; }
  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> metrics,
                                           const AfterPass& after_pass) override;

 private:
  const HostCompiler& compiler() const;
  std::string shared_object_of(const Program& program, std::span<const std::string> functions) const;
  void set_up(const Work& work);
  LaunchModel model(const Work& work, std::size_t number);
  std::vector<Metric> model(const Work& work, std::span<const MetricRequest> metrics);

  Profile profile_;
  std::string cache_dir_;
  CubinCompiler compile_cubin_;
  mutable std::optional<HostCompiler> compiler_;  ///< cached: asking clang for its version takes 50 ms
  Kernels kernels_;
  MemoryPool pool_{static_cast<std::uint64_t>(profile_.fact("global_memory_bytes")),
                   kernels_ == Kernels::apart ? MemoryPool::Kind::shared : MemoryPool::Kind::own};
  KernelProcess process_{profile_, pool_};  ///< of separate kernels
  TracedModules traced_{profile_, cache_dir_};
  LocalMachine local_{profile_, [this] { return pool_.allocations(); },
                      [this](const HostModule& plain) -> const HostModule& { return traced_.twin_of(plain); }};
  std::vector<char> evicting_;
};

void restore(const Work& work) {
  for (const Restore& one : work.restores)
    std::memcpy(address_of(one.to, one.bytes), address_of(one.from, one.bytes), one.bytes);
}

Device HostBackend::describe() const {
  Device device = host_facts(profile_);
  device.chip = profile_.chip;
  device.environment = {
      {"cpu", cpu_model()}, {"cpu_cores", std::to_string(usable_cores())}, {"operating_system", operating_system()}};
  try {
    device.environment["compiler"] = compiler().version;
  } catch (const Error& error) {
    device.environment["compiler"] = "none: " + error.problem();
  }
  return device;
}

const HostCompiler& HostBackend::compiler() const {
  if (!compiler_) compiler_ = find_host_compiler();
  return *compiler_;
}

std::string HostBackend::shared_object_of(const Program& program, std::span<const std::string> functions) const {
  try {
    return compile_to_shared_object(compiler(), compile_target(profile_), program, functions, cache_dir_);
  } catch (const PointFailure& refused) {
    throw explained_refusal(refused, program, [&] {
      if (!compile_cubin_) throw Error("no compiler for GPUs is available", "install the CUDA toolkit");
      check_defined(compile_cubin_(program, functions, profile_.arch()));
    });
  }
}

std::unique_ptr<Module> HostBackend::compile(const Program& program, std::span<const std::string> functions) {
  if (!runs_on_host(program))
    throw PointFailure(Outcome::invalid_point,
                       program.main.name + " runs on a GPU alone: a host runs kernels in CUDA C++");
  const std::string object = shared_object_of(program, functions);
  GpuCode code(compile_cubin_, program, {functions.begin(), functions.end()}, profile_.arch());
  if (kernels_ == Kernels::here)
    return std::make_unique<LocalProgram>(std::make_unique<HostModule>(object, std::move(code), sm_limits(profile_)),
                                          local_);
  const auto traced = [this](const GpuCode& of) { return traced_.compiled(of); };
  return std::make_unique<IsolatedProgram>(object, std::move(code), sm_limits(profile_), traced, process_);
}

void run(const Work& work, const BoundLaunch& launch) {
  program_of(launch.module).run(launch, words_for(work, launch));
}

void HostBackend::set_up(const Work& work) {
  std::set<const Module*> programs;
  for (const auto* launches : {&work.prepare, &work.launches})
    for (const BoundLaunch& launch : *launches) programs.insert(launch.module);
  for (const Module* program : programs) program_of(program).set_up(work);
  restore(work);
  for (const BoundLaunch& launch : work.prepare) run(work, launch);
}

void HostBackend::launch(const Work& work) {
  set_up(work);
  for (const BoundLaunch& launch : work.launches) run(work, launch);
}

std::vector<Sample> HostBackend::time(const Work& work, Cache cache, int samples) {
  set_up(work);
  if (cache == Cache::cold && evicting_.empty()) {
    const std::uint64_t known = last_level_cache_bytes();
    evicting_.resize(2 * (known > 0 ? known : static_cast<std::uint64_t>(profile_.fact("l2_bytes"))));
  }
  std::vector<Sample> all;
  for (int i = 0; i < samples; ++i) {
    restore(work);
    if (cache == Cache::cold) std::memset(evicting_.data(), i, evicting_.size());
    const auto begin = std::chrono::steady_clock::now();
    for (const BoundLaunch& launch : work.launches) run(work, launch);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    all.push_back({.time_ns = time.count(), .sm_clock_mhz = std::nullopt});
  }
  return all;
}

/// Runs the launches before `number` in full, because it reads their results.
LaunchModel HostBackend::model(const Work& work, std::size_t number) {
  set_up(work);
  for (std::size_t i = 0; i < number; ++i) run(work, work.launches[i]);
  return program_of(work.launches[number].module).model(work, number);
}

std::vector<Metric> HostBackend::model(const Work& work, std::span<const MetricRequest> metrics) {
  try {
    std::vector<LaunchModel> launches;
    for (std::size_t i = 0; i < work.launches.size(); ++i) launches.push_back(model(work, i));
    return modelled_metrics(metrics, launches, profile_.digest, "memory model: the point has no timed launch");
  } catch (const PointFailure& end) {
    return modelled_metrics(metrics, {}, profile_.digest, end.what());
  } catch (const Error& error) {
    return modelled_metrics(metrics, {}, profile_.digest, error.problem());
  }
}

/// Models instead of counting. The L1 is empty before each launch, whatever `cache` says.
std::vector<std::vector<Metric>> HostBackend::collect(std::span<const Work> works, Cache /*cache*/,
                                                      std::span<const MetricRequest> metrics,
                                                      const AfterPass& /*after_pass*/) {
  std::vector<std::vector<Metric>> all;
  for (const Work& work : works) all.push_back(model(work, metrics));
  return all;
}

}  // namespace

Device host_facts(const Profile& profile) {
  Device device;
  device.id = host_device_id(profile.id, profile.number);
  device.backend = "host";
  device.uuid = fmt::format("host:{}:{}", profile.id, profile.digest.substr(0, 12));
  device.name = "CPU as " + profile.name;
  device.facts = profile.facts;
  return device;
}

HostCache::HostCache(const Profile& profile, std::string cache_dir, CubinCompiler compile_cubin)
    : arch_(profile.arch()),
      target_(compile_target(profile)),
      cache_dir_(std::move(cache_dir)),
      compile_cubin_(std::move(compile_cubin)) {}

void HostCache::add(const Compilation& compilation) {
  const auto& [program, functions, counted] = compilation;
  if (!runs_on_host(program)) return;
  compile_to_shared_object(compiler_, target_, program, functions, cache_dir_);
  if (!counted) return;
  compile_traced(compiler_, target_, program, functions, cache_dir_);
  if (compile_cubin_) compile_cubin_(program, functions, arch_);
}

std::unique_ptr<Backend> make_host_backend(const Profile& profile, const std::string& cache_dir,
                                           const CubinCompiler& compile_cubin, Kernels kernels) {
  return std::make_unique<HostBackend>(profile, cache_dir, compile_cubin, kernels);
}

}  // namespace warpledger
