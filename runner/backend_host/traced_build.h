#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "backend_host/compiler.h"
#include "backend_host/host_module.h"
#include "backend_host/profile.h"
#include "model/job.h"

namespace warpledger {

/// Whether `compiler` is one whose traced programs have the accesses that a GPU's compiler would leave, 16-byte ones
/// included: clang. With g++ they are right for kernels that access elements of up to 8 bytes and reload nothing.
bool traces_well(const HostCompiler& compiler);

/// As compile_to_shared_object(), but each access to memory and each basic block is logged before it happens (see
/// BlockTracer, which alone can run it). Compiled at -O3 twice and without vectorisation, so that the accesses are
/// those of one thread and those that a GPU's compiler would remove as well are gone. Throws Error when the compiler is
/// too old (clang before 14) or instruments nothing.
std::string compile_traced(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                           std::span<const std::string> functions, const std::string& cache_dir);

/// Programs compiled once more, so that BlockTracer can follow them.
class TracedModules {
 public:
  /// For the GPU of `profile`; compiled programs are kept in `cache_dir`.
  TracedModules(const Profile& profile, std::string cache_dir);

  /// The traced twin of `plain`: the same program, with variables of its own. Throws Error when there is no compiler
  /// that can, and PointFailure{compile_failed}.
  const HostModule& twin_of(const HostModule& plain);

  /// The twin's shared object, compiled if need be; throws the same.
  std::string compiled(const GpuCode& code);

 private:
  CompileTarget target_;
  std::string cache_dir_;
  std::optional<HostCompiler> compiler_;
  std::map<std::string, std::unique_ptr<HostModule>> twins_;  ///< by what they were compiled from
};

/// What programs for the GPU of `profile` are compiled for.
CompileTarget compile_target(const Profile& profile);

}  // namespace warpledger
