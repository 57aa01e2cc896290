#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/job.h"

namespace warpledger {

struct HostCompiler {
  std::string path;
  std::string version;  ///< first line of `--version`
};

/// Returns $WARPLEDGER_HOST_CXX, or else the first existing of clang++ and g++. Throws Error without a compiler.
HostCompiler find_host_compiler();

struct CompileTarget {
  int cuda_arch = 0;                           ///< value of __CUDA_ARCH__: 890
  std::uint64_t max_dynamic_shared_bytes = 0;  ///< size of an `extern __shared__` array
};

/// Compiles `program` into a shared object that exports a table of `functions`, or finds it in `cache_dir`; returns its
/// path. Throws PointFailure{compile_failed} with the compiler's messages.
std::string compile_to_shared_object(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                                     std::span<const std::string> functions, const std::string& cache_dir);

/// Returns clang's major version; 0 for other compilers.
int clang_version(const HostCompiler& compiler);

/// Returns the flags of all kernels, without optimisation.
std::vector<std::string> kernel_flags(const HostCompiler& compiler);

const std::vector<std::string>& link_flags();

/// Returns a cache key over everything that the program's shared object depends on.
std::string build_key(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                      std::span<const std::string> functions, std::span<const std::string> flags);

inline constexpr const char* kSharedObject = "kernel.so";

class CompileFolder {
 public:
  /// Throws Error if it cannot be created.
  CompileFolder(const HostCompiler& compiler, const std::filesystem::path& parent);

  const std::filesystem::path& path() const { return folder_.path(); }
  void write(const SourceFile& file) const;

  /// Throws PointFailure{compile_failed} with the compiler's messages.
  void compile(const std::vector<std::string>& arguments) const;

  /// Links `objects`, and the `extern __shared__` arrays of the first one, to kSharedObject.
  void link(const std::vector<std::string>& objects, std::uint64_t max_dynamic_shared_bytes) const;

 private:
  const HostCompiler& compiler_;
  TemporaryFolder folder_;
};

/// Returns the path of the cached file of `key`. If it is missing, `build` must create the file `made` in the folder
/// that it receives.
std::string cached_build(const HostCompiler& compiler, const std::string& cache_dir, const std::string& key,
                         const std::string& made, const std::function<void(const CompileFolder&)>& build);

}  // namespace warpledger
