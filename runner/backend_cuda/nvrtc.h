#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/key_lock.h"
#include "model/job.h"
#include "model/program.h"

namespace warpledger {

/// `arch` is a compute capability without its dot, such as 90.
std::vector<std::string> nvrtc_options(int arch);

/// Returns "13.0", the loaded compiler's version. Throws Error if unknown.
std::string nvrtc_version();

/// Returns the architectures of the compiler: 75, 80, ... 90...
std::vector<int> nvrtc_architectures();

/// Compiles `program` without GPU or driver. The first of `options` is the architecture; `functions` are C++ name
/// expressions. Other languages go to assembled_cubin(). Throws PointFailure{compile_failed} with the compiler's
/// messages.
Cubin compile_cubin(const Program& program, std::span<const std::string> functions,
                    std::span<const std::string> options);

/// Cache of compiled programs on disk, one file per content key. Safe for concurrent processes. An unwritable folder or
/// a damaged entry costs a compilation, never an error.
class CubinCache {
 public:
  /// An empty `folder` disables the cache.
  explicit CubinCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Absent if missing or damaged.
  std::optional<Cubin> find(const std::string& key) const;

  /// Locks the entry while it is compiled, so that concurrent workers compile it once. Absent without a folder.
  std::optional<KeyLock> lock(const std::string& key) const;

  void keep(const std::string& key, const Cubin& cubin) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".cubin"); }

  std::filesystem::path folder_;
};

/// Returns a key over all inputs of compile_cubin, including headers and the compiler's version.
std::string cubin_key(const Program& program, std::span<const std::string> functions,
                      std::span<const std::string> options);

Cubin cached_cubin(const CubinCache& cache, const Program& program, std::span<const std::string> functions,
                   std::span<const std::string> options);

/// Compiles for compute capability `arch` (89) through the cache in `cache_dir` (empty: none), without GPU or driver.
/// Throws PointFailure{compile_failed}, and Error if built without the CUDA toolkit.
Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir);

}  // namespace warpledger
