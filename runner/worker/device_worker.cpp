#include "worker/device_worker.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_backend.h"
#include "backend_cuda/cuda_diagnosis.h"
#include "backend_cuda/mig.h"
#include "backend_cuda/nvrtc.h"
#include "backend_host/diagnose.h"
#include "backend_host/host_backend.h"
#include "backend_host/kernel_server.h"
#include "backend_host/profile.h"
#include "base/error.h"
#include "base/text.h"
#include "exec/compile_ahead.h"
#include "exec/confinement.h"
#include "exec/frame.h"
#include "exec/system_call_filter.h"
#include "exec/worker.h"
#include "model/device_name.h"

namespace warpledger {
namespace {

CubinCompiler compiler_for_gpus(const std::string& cache_dir) {
  return [cache_dir](const Program& program, std::span<const std::string> functions, int arch) {
    return cubin_for_arch(program, functions, arch, cache_dir);
  };
}

std::unique_ptr<Backend> open_host(const WorkerOptions& options, const DeviceName& name,
                                   Kernels kernels = Kernels::here) {
  Profile profile = load_profile(options.roots, name.profile);
  profile.number = name.number;
  return make_host_backend(profile, options.cache_dir, compiler_for_gpus(options.cache_dir), kernels);
}

/// A MIG slice needs its UUID: each is number 0 in its own process.
CudaOptions cuda_options(const DeviceName& name, const WorkerOptions& options) {
  CudaOptions gpu{.number = name.index, .uuid = name.uuid, .cache_dir = options.cache_dir, .roots = options.roots};
  if (name.kind == DeviceName::Kind::index) return gpu;
  const std::vector<Device> parts = mig_devices();
  if (!parts.empty()) {
    gpu.uuid = named_gpu(name, parts).uuid;
  } else if (lower_case(name.text).starts_with("mig-")) {
    gpu.uuid = name.text;
  } else {
    const Device found = named_gpu(name, cuda_devices(options.roots, DeviceDetail::facts));
    gpu.number = parse_device_name(found.id).index;
  }
  return gpu;
}

std::unique_ptr<Backend> open_backend(const WorkerOptions& options) {
  DeviceName name = parse_device_name(options.device);
  if (name.kind == DeviceName::Kind::automatic)
    name.kind = has_cuda_device() ? DeviceName::Kind::index : DeviceName::Kind::host;
  if (name.kind != DeviceName::Kind::host) return make_cuda_backend(cuda_options(name, options));
  if (options.untrusted.empty()) return open_host(options, name);
  // Native untrusted code could plant code in a shared cache.
  WorkerOptions apart = options;
  apart.cache_dir = options.untrusted + "/cache";
  return open_host(apart, name, Kernels::apart);
}

/// Kernels run in another process of this program.
void add_this_program(std::vector<std::string>& readable) {
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  readable.push_back(program);
  readable.push_back(program.parent_path() / "lib");  // libraries of a portable program
}

/// Called after the backend is open, which needs more files.
std::string confine_worker(const WorkerOptions& options, const Backend& backend) {
  Confinement confinement;
  confinement.files.readable = toolchain_paths();
  confinement.files.writable = {options.untrusted, "/dev/null", "/dev/zero"};
  if (backend.times_gpu()) {
    // Device code cannot access files: the cache has only the compiler's output.
    confinement.files.writable.push_back(options.cache_dir);
    for (std::string& file : gpu_device_files()) confinement.files.writable.push_back(std::move(file));
    confinement.sockets = Sockets::local;
  } else {
    add_this_program(confinement.files.readable);
    confinement.memory_bytes =
        static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  }
  const std::string in_force = confine(confinement);
  return backend.times_gpu() ? in_force : in_force + ", kernels in a process of their own";
}

std::vector<Device> all_devices(const WorkerOptions& options, DeviceDetail detail) {
  std::vector<Device> devices = cuda_devices(options.roots, detail);
  for (const std::string& profile : profile_names(options.roots))
    devices.push_back(detail == DeviceDetail::facts
                          ? host_facts(load_profile(options.roots, profile))
                          : open_host(options, parse_device_name(host_device_id(profile, 1)))->describe());
  return devices;
}

CounterSupport support_of(const std::string& chip, const std::vector<MetricRequest>& metrics) {
  CounterSupport support{chip, 0, {}, {}};
  const CounterPlan plan = plan_counters(chip, metrics);
  support.passes = plan.passes;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const ChosenCounter& chosen = plan.counters[i];
    support.metrics.push_back({metrics[i].name, std::nullopt, metrics[i].unit, "cupti", chosen.reason});
    support.counters.push_back(chosen.choice ? chosen.choice->counter : "");
  }
  return support;
}

std::vector<CounterSupport> counter_support(const std::vector<std::string>& chips,
                                            const std::vector<MetricRequest>& metrics) {
  std::vector<CounterSupport> answers;
  for (const std::string& chip : chips) answers.push_back(support_of(chip, metrics));
  return answers;
}

}  // namespace

void run_worker(const WorkerOptions& options) {
  // The parent handles Ctrl-C and a batch system's SIGTERM. Blocked instead of ignored, because libraries of the CUDA
  // driver set handlers.
  sigset_t stops;
  sigemptyset(&stops);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&stops, signal);
  sigprocmask(SIG_BLOCK, &stops, nullptr);
  // A worker dies with its parent, even in an endless kernel.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (is_closed(options.fd)) return;  // the parent died before
#ifdef NDEBUG
  // Dumps have gigabytes of device mappings.
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
#endif
  fcntl(options.fd, F_SETFD, FD_CLOEXEC);  // compilers and kernels must not reach the parent
  WorkerServices services;
  services.open = [&] { return open_backend(options); };
  if (!options.untrusted.empty())
    services.confine = [&](const Backend& backend) { return confine_worker(options, backend); };
  services.devices = [&](DeviceDetail detail) { return all_devices(options, detail); };
  services.diagnose = [&] {
    std::vector<Finding> findings = diagnose_cuda(options.roots);
    for (Finding& finding : diagnose_host(options.cache_dir)) findings.push_back(std::move(finding));
    return findings;
  };
  services.chips = known_chips;
  services.chip_counters = chip_counters;
  services.counter_support = counter_support;
  serve(options.fd, services);
}

void compile_ahead(const CompilerOptions& options) {
  const DeviceName name = parse_device_name(options.device);
  if (name.kind != DeviceName::Kind::host)
    return compile_what_is_sent(options.fd, [&](const Compilation& compilation) {
      compile_into_cache(compilation, options.arch, options.cache_dir);
    });
  HostCache cache(load_profile(options.roots, name.profile), options.cache_dir, compiler_for_gpus(options.cache_dir));
  compile_what_is_sent(options.fd, [&](const Compilation& compilation) { cache.add(compilation); });
}

void run_kernels(int fd) {
  serve_kernels(fd, [] {
    // Only the libraries of a compiled program may be read.
    restrict_files({.readable = toolchain_paths(), .writable = {}});
    allow_computing_only();
  });
}

}  // namespace warpledger
