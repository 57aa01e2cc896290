#include "backend_host/diagnose.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <limits>

#include "backend_host/compiler.h"
#include "backend_host/grid_runner.h"
#include "backend_host/host_module.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kFunction = "count_threads<1>";
constexpr const char* kKernel = R"(
template <int STEP>
__global__ void count_threads(int* count) {
  __syncthreads();
  atomicAdd(count, STEP);
}
)";

Finding find_compiler() {
  try {
    const HostCompiler compiler = find_host_compiler();
    return {"host compiler", true, fmt::format("{} ({})", compiler.path, compiler.version), ""};
  } catch (const Error& error) {
    return {"host compiler", false, error.problem(), error.hint()};
  }
}

/// Returns the number of threads that ran; 256 is correct.
int count_threads(const std::string& cache_dir) {
  const Program program = {{"count_threads.cu", kKernel}, {}};
  const std::vector<std::string> functions = {kFunction};
  const HostModule module(compile_to_shared_object(find_host_compiler(), {890, 0}, program, functions, cache_dir),
                          GpuCode({}, program, functions, 89), std::nullopt);
  int count = 0;
  int* address = &count;
  GridRunner().run({&module, &module.kernel(kFunction), {&address}, {.x = 4}, {.x = 64}, 0});
  return count;
}

Finding try_kernel(const std::string& cache_dir) {
  Finding finding = {.what = "host kernel",
                     .works = false,
                     .detail = "",
                     .hint = "install a complete C++20 toolchain: g++, or clang with g++'s libraries"};
  try {
    const int count = count_threads(cache_dir);
    if (count == 256) return {"host kernel", true, "a small kernel compiles, runs and computes the correct result", ""};
    finding.detail = fmt::format("a kernel of 256 threads counted {}", count);
  } catch (const Error& error) {
    finding.detail = error.problem();
    finding.hint = error.hint();
  } catch (const std::exception& failure) {
    finding.detail = failure.what();
  }
  return finding;
}

std::string read_cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

}  // namespace

std::vector<Finding> diagnose_host(const std::string& cache_dir) {
  std::vector<Finding> findings = {find_compiler()};
  if (findings[0].works) findings.push_back(try_kernel(cache_dir));
  return findings;
}

const std::string& cpu_model() {
  static const std::string model = read_cpu_model();
  return model;
}

std::string operating_system() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::uint64_t last_level_cache_bytes() {
  long bytes = 0;
  for (const int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (bytes <= 0) bytes = sysconf(level);
  return static_cast<std::uint64_t>(std::max(bytes, 0L));
}

std::uint64_t available_memory_bytes() {
  std::ifstream file("/proc/meminfo");
  std::uint64_t kib = 0;
  for (std::string word; file >> word;)
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace warpledger
