#pragma once

#include <memory>
#include <string>

#include "backend_host/compiler.h"
#include "backend_host/profile.h"
#include "exec/backend.h"
#include "model/program.h"

namespace warpledger {

/// Process of the kernels: this one, or a separate one for untrusted kernels (kernel_process.h).
enum class Kernels { here, apart };

/// Returns identity and facts of the host as that GPU.
Device host_facts(const Profile& profile);

/// Creates a backend that runs kernels on the CPU with the results of `profile`'s GPU. Times are the host's; counters
/// come from the memory model. `cache_dir` caches compiled programs. `compile_cubin` provides the GPU's machine code;
/// if empty, registers and similar metrics are absent.
std::unique_ptr<Backend> make_host_backend(const Profile& profile, const std::string& cache_dir,
                                           const CubinCompiler& compile_cubin, Kernels kernels = Kernels::here);

/// Precompiles for host backends with the same arguments.
class HostCache {
 public:
  HostCache(const Profile& profile, std::string cache_dir, CubinCompiler compile_cubin);

  /// Compiles what the backend would, including GPU code for counting. Throws compilation failures.
  void add(const Compilation& compilation);

 private:
  int arch_;
  CompileTarget target_;
  std::string cache_dir_;
  CubinCompiler compile_cubin_;
  HostCompiler compiler_ = find_host_compiler();
};

}  // namespace warpledger
