#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "backend_host/block_tracer.h"
#include "backend_host/host_memory.h"
#include "backend_host/traced_build.h"

namespace warpledger {

struct SeenAccess {
  std::uint32_t warp = 0;
  WarpAccess access;
};

class AccessList : public AccessSink {
 public:
  void access(std::uint32_t warp, const WarpAccess& one) override { all.push_back({warp, one}); }
  void barrier(std::uint32_t /*warp*/) override { ++barriers; }
  void shuffle(std::uint32_t /*warp*/, std::uint32_t instructions, std::uint32_t /*site*/) override {
    shuffles += instructions;
  }

  std::vector<SeenAccess> all;
  std::uint64_t barriers = 0;
  std::uint64_t shuffles = 0;

  std::vector<WarpAccess> of(Space space, AccessKind kind) const {
    std::vector<WarpAccess> some;
    for (const SeenAccess& seen : all)
      if (seen.access.space == space && seen.access.kind == kind) some.push_back(seen.access);
    return some;
  }
};

inline std::size_t sectors_of(const WarpAccess& access) {
  std::set<std::uint64_t> sectors;
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned byte = 0; byte < access.bytes && (access.active >> lane & 1u) != 0; ++byte)
      sectors.insert((access.address[lane] + byte) / 32);
  return sectors.size();
}

/// Bank conflicts of 4-byte accesses: the largest number of words in one of the 32 banks, minus 1.
inline std::size_t conflicts_of(const WarpAccess& access) {
  std::array<std::set<std::uint64_t>, 32> banks;
  std::size_t most = 1;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((access.active >> lane & 1u) == 0) continue;
    const std::uint64_t word = access.address[lane] / 4;
    banks[word % 32].insert(word);
    most = std::max(most, banks[word % 32].size());
  }
  return most - 1;
}

/// Traces kernels of small programs, with KernelTest's cache.
class TraceTest : public testing::Test {
 protected:
  static std::string cache_dir() { return WARPLEDGER_SOURCE_DIR "/build/test-cache"; }

  HostModule& compile(const Program& program, const std::string& function) {
    const std::vector<std::string> functions = {function};
    const std::string object = compile_traced(compiler_, {.cuda_arch = 890, .max_dynamic_shared_bytes = 99 * 1024},
                                              program, functions, cache_dir());
    module_ = std::make_unique<HostModule>(object, GpuCode({}, program, functions, 89), std::nullopt);
    return *module_;
  }

  template <class T>
  void* buffer(const std::vector<T>& values) {
    memories_.push_back(pool_.allocate(values.size() * sizeof(T)));
    void* address = address_of({memories_.back().get(), 0}, 0);
    std::memcpy(address, values.data(), values.size() * sizeof(T));
    return address;
  }

  AccessList trace(const std::string& source, const std::string& function, std::vector<void*> pointers, Extent grid,
                   Extent block, std::uint32_t shared_bytes = 0) {
    return trace_module(compile({{"kernels/probe.cu", source}, {}}, function), function, std::move(pointers), grid,
                        block, shared_bytes);
  }

  AccessList trace_module(const HostModule& module, const std::string& function, std::vector<void*> pointers,
                          Extent grid, Extent block, std::uint32_t shared_bytes = 0) {
    std::vector<void*> arguments;
    for (void*& pointer : pointers) arguments.push_back(&pointer);
    const GridLaunch launch = {&module, &module.kernel(function), arguments, grid, block, shared_bytes, function};
    BlockTracer tracer(launch, pool_.allocations());
    AccessList seen;
    for (std::uint64_t i = 0; i < grid.volume(); ++i) tracer.trace(i, seen);
    facts_ = tracer.facts();
    return seen;
  }

  HostCompiler compiler_ = find_host_compiler();
  MemoryPool pool_{std::uint64_t{1} << 30};
  std::vector<std::unique_ptr<Memory>> memories_;
  std::unique_ptr<HostModule> module_;
  TraceFacts facts_;
};

}  // namespace warpledger
