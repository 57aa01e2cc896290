#include "backend_host/launch_model.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "backend_host/block_tracer.h"
#include "backend_host/sm_trace.h"
#include "base/cores.h"
#include "base/error.h"
#include "l1_model/model_parameters.h"

namespace warpledger {
namespace {

/// Lane accesses to trace per launch, about a quarter of a second of work, over at least kFewestSms SMs. A lane's
/// shuffle costs as much as kAccessesPerShuffle accesses.
constexpr std::uint64_t kTracedAccesses = 16'000'000;
constexpr std::uint64_t kAccessesPerShuffle = 8;
constexpr std::uint32_t kFewestSms = 2;

/// Relative error of a probed scale, because first lanes do not represent all lanes: on an H200 at most 0.12 %.
constexpr double kProbeDoubt = 0.002;

/// Cost of a trace in lane accesses.
std::uint64_t cost_of(const TraceFacts& facts) {
  std::uint64_t cost = 32 * kAccessesPerShuffle * facts.warp_operations;
  for (const auto& of_space : facts.lane_accesses)
    for (const std::uint64_t accesses : of_space) cost += accesses;
  return cost;
}

std::uint64_t global_accesses_of(const TraceFacts& facts) {
  return facts.lanes(Space::global, AccessKind::load) + facts.lanes(Space::global, AccessKind::store) +
         facts.lanes(Space::global, AccessKind::atomic);
}

/// Shuffles the SMs into a pseudorandom order, the same in every run.
std::vector<std::uint32_t> drawn_sms(std::uint32_t count) {
  std::vector<std::uint32_t> sms(count);
  for (std::uint32_t i = 0; i < count; ++i) sms[i] = i;
  std::uint64_t random = 1;
  for (std::uint32_t left = count; left > 1; --left) {
    random = random * 6364136223846793005 + 1442695040888963407;  // Knuth's linear congruential generator (MMIX)
    std::swap(sms[left - 1], sms[(random >> 32) * left >> 32]);
  }
  return sms;
}

SmSetup setup_of(const GridLaunch& launch, const Profile& profile, const KernelCode* code,
                 std::uint64_t static_shared_bytes) {
  const auto limits = sm_limits(profile);
  if (!profile.memory_model || !limits)
    throw Error("the profile '" + profile.id + "' has no memory model", "see docs/write-a-device-profile.md");
  SmSetup setup{.sm_count = static_cast<std::uint32_t>(profile.fact("sm_count")), .code = code, .arch = profile.arch()};
  BlockNeeds needs{.threads = static_cast<std::uint32_t>(launch.block.volume()),
                   .shared_bytes = static_shared_bytes + launch.shared_bytes};
  if (code != nullptr) needs.registers_per_thread = code->registers;
  const std::uint64_t share = (launch.grid.volume() + setup.sm_count - 1) / setup.sm_count;
  const std::uint64_t fit = std::max(resident_blocks(*limits, needs), 1U);
  setup.resident_blocks = static_cast<std::uint32_t>(std::min(share, fit));
  setup.l1 = l1_beside(*profile.memory_model, needs.shared_bytes, setup.resident_blocks);
  return setup;
}

using Task = std::function<void(std::size_t)>;

/// Calls `begin` once on each core, and its results with each of 0 to `count` - 1 once. Throws the last exception.
void on_all_cores(std::size_t count, const std::function<Task()>& begin) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take_turns = [&] {
    try {
      const Task work = begin();
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> threads;
  const std::size_t cores = usable_cores();
  for (std::size_t i = 1; i < std::min(cores, count); ++i) threads.emplace_back(take_turns);
  take_turns();
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

class ProbedGrid {
 public:
  ProbedGrid(const GridLaunch& launch, const std::vector<AddressRange>& global, std::uint32_t sm_count)
      : launch_(launch), global_(global), sm_count_(sm_count) {}

  /// Returns the ratio of global memory accesses by lane 0 of each warp, whole grid to blocks of `sms`. Absent if lanes
  /// wait for each other or there are too many blocks.
  std::optional<double> scale_from(const std::vector<std::uint32_t>& sms) const {
    if (launch_.grid.volume() > kMostBlocks) return std::nullopt;
    std::vector<std::uint64_t> accesses(launch_.grid.volume());
    std::atomic<bool> waits{false};
    Task count = [&](std::size_t block) {
      if (waits) return;
      const std::optional<ProbeCounts> counts = probe(launch_, global_, block, block + 1);
      if (counts)
        accesses[block] = counts->loads + counts->stores + counts->atomics;
      else
        waits = true;
    };
    on_all_cores(accesses.size(), [&] { return count; });
    if (waits) return std::nullopt;
    double all = 0, traced = 0;
    for (const std::uint64_t of_block : accesses) all += static_cast<double>(of_block);
    for (const std::uint32_t sm : sms)
      for (std::uint64_t block = sm; block < accesses.size(); block += sm_count_)
        traced += static_cast<double>(accesses[block]);
    return traced > 0 ? std::optional(all / traced) : std::nullopt;
  }

 private:
  static constexpr std::uint64_t kMostBlocks = 10'000;

  const GridLaunch& launch_;
  const std::vector<AddressRange>& global_;
  std::uint32_t sm_count_;
};

/// Scales the traced SMs to all blocks: by the probe's ratio or else the number of blocks, with bounds from the SMs
/// whose blocks access least and most.
Sampling sampling_of(const std::vector<SmTrace>& traces, std::uint64_t blocks, const std::optional<double>& probed) {
  Sampling sampling;
  std::uint64_t traced_blocks = 0, accesses = 0;
  double least = 0, most = 0;
  for (const SmTrace& one : traces) {
    const auto of_one = global_accesses_of(one.facts);
    const double a_block = static_cast<double>(of_one) / static_cast<double>(one.blocks);
    least = traced_blocks == 0 ? a_block : std::min(least, a_block);
    most = std::max(most, a_block);
    traced_blocks += one.blocks;
    accesses += of_one;
    sampling.divergent = sampling.divergent || one.facts.divergent_requests > 0;
  }
  const auto all = static_cast<double>(blocks);
  sampling.whole_grid = traced_blocks == blocks;
  sampling.scale = probed.value_or(all / static_cast<double>(traced_blocks));
  const double doubt = sampling.whole_grid || accesses == 0 ? 0 : kProbeDoubt;
  sampling.scale_lower = sampling.scale * (1 - doubt);
  sampling.scale_upper = sampling.scale * (1 + doubt);
  if (sampling.whole_grid || probed || accesses == 0) return sampling;
  sampling.scale_lower = std::min(sampling.scale_lower, all * least / static_cast<double>(accesses));
  sampling.scale_upper = std::max(sampling.scale_upper, all * most / static_cast<double>(accesses));
  return sampling;
}

LaunchModel sum_of(const std::vector<SmTrace>& traces, const Sampling& sampling) {
  LaunchModel model{.sampling = sampling, .sampled_sms = static_cast<int>(traces.size())};
  model.instructions = 0;
  for (const SmTrace& one : traces) {
    model.counts += one.counts;
    model.silent_loop = one.silent_loop;  // of the machine code, so the same on all
    model.only_global = model.only_global || one.only_global;
    if (!one.instructions) model.no_instructions = one.no_instructions;
    if (model.instructions) *model.instructions += one.instructions.value_or(0);
  }
  if (!model.no_instructions.empty()) model.instructions.reset();
  return model;
}

}  // namespace

LaunchModel model_launch(const GridLaunch& launch, const std::vector<AddressRange>& global, const Profile& profile,
                         const HostModule& plain, const std::string& function) {
  std::optional<KernelCode> code;
  std::string no_code;
  try {
    code = plain.gpu_code().kernel(function);
  } catch (const Error& error) {
    no_code = error.problem();
  }
  const std::uint64_t static_bytes = code ? code->static_shared_bytes : plain.static_shared_bytes().value_or(0);
  const SmSetup setup = setup_of(launch, profile, code ? &*code : nullptr, static_bytes);
  const std::uint64_t blocks = launch.grid.volume();
  std::vector<std::uint32_t> sms =
      drawn_sms(static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, setup.sm_count)));
  const auto trace = [&](std::span<const std::uint32_t> some) {
    std::vector<SmTrace> traces(some.size());
    on_all_cores(some.size(), [&]() -> Task {
      const auto tracer = std::make_shared<SmTracer>(launch, global, setup);
      return [&, tracer](std::size_t i) { traces[i] = tracer->trace(some[i]); };
    });
    return traces;
  };
  const std::size_t fewest = std::min<std::size_t>(kFewestSms, sms.size());
  std::vector<SmTrace> traces = trace(std::span(sms).first(fewest));
  const std::uint64_t one = std::max<std::uint64_t>(cost_of(traces.front().facts), 1);
  sms.resize(std::min(sms.size(), std::max<std::size_t>(kTracedAccesses / one, kFewestSms)));
  for (SmTrace& further : trace(std::span(sms).subspan(fewest))) traces.push_back(std::move(further));
  const bool whole = sms.size() == std::min<std::uint64_t>(blocks, setup.sm_count);
  const auto scale = whole ? std::nullopt : ProbedGrid(launch, global, setup.sm_count).scale_from(sms);
  LaunchModel model = sum_of(traces, sampling_of(traces, blocks, scale));
  if (!model.instructions && !no_code.empty()) model.no_instructions = no_code;
  return model;
}

}  // namespace warpledger
