#include "base/cores.h"

#include <sched.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace warpledger {
namespace {

/// Maximum of CONFIG_NR_CPUS; `cpu_set_t` holds fewer.
constexpr int kMostCores = 8192;

struct FreeCores {
  void operator()(cpu_set_t* cores) const { CPU_FREE(cores); }
};
using CoreSet = std::unique_ptr<cpu_set_t, FreeCores>;

const std::size_t kSetBytes = CPU_ALLOC_SIZE(kMostCores);

CoreSet no_cores() {
  CoreSet set(CPU_ALLOC(kMostCores));
  CPU_ZERO_S(kSetBytes, set.get());
  return set;
}

/// Empty if unknown.
CoreSet cores_of_this_thread() {
  CoreSet set = no_cores();
  if (sched_getaffinity(0, kSetBytes, set.get()) != 0) CPU_ZERO_S(kSetBytes, set.get());
  return set;
}

std::vector<std::size_t> numbers_of(const CoreSet& set) {
  std::vector<std::size_t> cores;
  for (std::size_t core = 0; core < kMostCores; ++core)
    if (CPU_ISSET_S(core, kSetBytes, set.get())) cores.push_back(core);
  return cores;
}

}  // namespace

std::size_t usable_cores() {
  // Called for each buffer check, so it counts words (0.3 µs) instead of 8192 bits (9 µs).
  const auto known = static_cast<std::size_t>(CPU_COUNT_S(kSetBytes, cores_of_this_thread().get()));
  return std::max<std::size_t>(1, known > 0 ? known : std::thread::hardware_concurrency());
}

void keep_to_share_of_cores(std::size_t index, std::size_t count) {
  const std::vector<std::size_t> cores = numbers_of(cores_of_this_thread());
  if (cores.empty() || count < 2) return;
  const std::size_t begin = index * cores.size() / count;
  const std::size_t end = std::max(begin + 1, (index + 1) * cores.size() / count);
  const CoreSet share = no_cores();
  for (std::size_t i = begin; i < end; ++i) CPU_SET_S(cores[i], kSetBytes, share.get());
  sched_setaffinity(0, kSetBytes, share.get());
}

}  // namespace warpledger
