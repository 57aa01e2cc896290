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

/// True for clang: its traced programs have the accesses that a GPU's compiler would leave, including 16-byte ones.
/// With g++ they are correct only for kernels that access elements of up to 8 bytes and reload nothing.
bool traces_well(const HostCompiler& compiler);

/// Like compile_to_shared_object(), but logs each memory access and basic block before it happens; only BlockTracer can
/// run the result. Compiled twice at -O3 without vectorisation, to get the accesses of one thread without those that a
/// GPU's compiler would remove. Throws Error if the compiler is too old (clang before 14) or instruments nothing.
std::string compile_traced(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                           std::span<const std::string> functions, const std::string& cache_dir);

/// Traced twins of programs, for BlockTracer.
class TracedModules {
 public:
  TracedModules(const Profile& profile, std::string cache_dir);

  /// Returns the traced twin of `plain`: the same program with separate variables. Throws Error without a suitable
  /// compiler, and PointFailure{compile_failed}.
  const HostModule& twin_of(const HostModule& plain);

  /// Returns the path of the twin's shared object, compiled if needed; throws the same.
  std::string compiled(const GpuCode& code);

 private:
  CompileTarget target_;
  std::string cache_dir_;
  std::optional<HostCompiler> compiler_;
  std::map<std::string, std::unique_ptr<HostModule>> twins_;  ///< by what they were compiled from
};

CompileTarget compile_target(const Profile& profile);

}  // namespace warpledger
