#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/job.h"

namespace warpledger {

/// The C++ compiler that kernels are compiled with.
struct HostCompiler {
  std::string path;
  std::string version;  ///< the first line of `--version`
};

/// The first that there is of $WARPLEDGER_HOST_CXX, clang++ and g++. Throws Error when there is none, or when the
/// variable names no program.
HostCompiler find_host_compiler();

/// What a program is compiled for.
struct CompileTarget {
  int cuda_arch = 0;                           ///< the value of __CUDA_ARCH__: 890
  std::uint64_t max_dynamic_shared_bytes = 0;  ///< size of an `extern __shared__` array
};

/// Compiles `program` into a shared object that exports a table of `functions`, and gives its path in `cache_dir`;
/// answers from there when the same has been compiled before. Throws PointFailure{compile_failed} with the compiler's
/// messages.
std::string compile_to_shared_object(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                                     std::span<const std::string> functions, const std::string& cache_dir);

/// The major version of clang; 0 for another compiler.
int clang_version(const HostCompiler& compiler);

/// What every compilation of a kernel is given, but for optimisation.
std::vector<std::string> kernel_flags(const HostCompiler& compiler);

/// What every program is linked with.
const std::vector<std::string>& link_flags();

/// The name of a program's shared object in a cache: differs whenever the object might.
std::string build_key(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                      std::span<const std::string> functions, std::span<const std::string> flags);

/// What CompileFolder::link() makes.
inline constexpr const char* kSharedObject = "kernel.so";

/// A folder in which one program is compiled, removed with all that is in it.
class CompileFolder {
 public:
  /// Made within `parent`. Throws Error when that cannot be.
  CompileFolder(const HostCompiler& compiler, const std::filesystem::path& parent);

  const std::filesystem::path& path() const { return folder_.path(); }
  void write(const SourceFile& file) const;

  /// Runs the compiler in the folder. Throws PointFailure{compile_failed} with its messages.
  void compile(const std::vector<std::string>& arguments) const;

  /// Links `objects`, and the `extern __shared__` arrays that the first one uses, to kSharedObject.
  void link(const std::vector<std::string>& objects, std::uint64_t max_dynamic_shared_bytes) const;

 private:
  const HostCompiler& compiler_;
  TemporaryFolder folder_;
};

/// The path of what is kept in `cache_dir` under `key`. When there is nothing, `build` makes the file `made` in the
/// folder that it gets; what is kept has the same extension.
std::string cached_build(const HostCompiler& compiler, const std::string& cache_dir, const std::string& key,
                         const std::string& made, const std::function<void(const CompileFolder&)>& build);

}  // namespace warpledger
