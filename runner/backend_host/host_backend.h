#pragma once

#include <memory>
#include <string>

#include "backend_host/compiler.h"
#include "backend_host/profile.h"
#include "exec/backend.h"
#include "model/program.h"

namespace warpledger {

/// Where kernels run: in this process, or apart from it, as untrusted ones must (backend_host/kernel_process.h).
enum class Kernels { here, apart };

/// What tells the host as that GPU from other devices, and its facts.
Device host_facts(const Profile& profile);

/// Runs kernels on the CPU as the GPU of `profile` would: same source, same results. Its times are the host's and its
/// counters come from the memory model. Compiled programs are kept in `cache_dir`. What the GPU would run comes from
/// `compile_cubin`; empty: registers and the like are absent.
std::unique_ptr<Backend> make_host_backend(const Profile& profile, const std::string& cache_dir,
                                           const CubinCompiler& compile_cubin, Kernels kernels = Kernels::here);

/// Compiles into the cache of a host backend that is made of the same.
class HostCache {
 public:
  HostCache(const Profile& profile, std::string cache_dir, CubinCompiler compile_cubin);

  /// What the backend would compile of this when it comes to it: for a GPU, too, what is counted. Throws what compiling
  /// throws.
  void add(const Compilation& compilation);

 private:
  int arch_;
  CompileTarget target_;
  std::string cache_dir_;
  CubinCompiler compile_cubin_;
  HostCompiler compiler_ = find_host_compiler();
};

}  // namespace warpledger
