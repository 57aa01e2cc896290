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

/// The options that compile_cubin compiles with; `arch` is a compute capability without its dot, such as 90.
std::vector<std::string> nvrtc_options(int arch);

/// "13.0": the version of the compiler that is loaded. Throws Error when it does not answer.
std::string nvrtc_version();

/// The architectures the compiler can make cubins for: 75, 80, ... 90...
std::vector<int> nvrtc_architectures();

/// Compiles `program` with `options`, of which the first is the architecture, and its own so that each of `functions`
/// (C++ name expressions) can be found. Needs no GPU and no driver. Throws PointFailure{compile_failed} with the
/// compiler's messages, which name the file and the line. A program in another language is assembled:
/// assembled_cubin().
Cubin compile_cubin(const Program& program, std::span<const std::string> functions,
                    std::span<const std::string> options);

/// Compiled programs on disk, one file each, named by their content key. Safe for several processes at once; a folder
/// that cannot be written or an entry that is damaged costs a compilation, never an error.
class CubinCache {
 public:
  /// An empty `folder` keeps nothing.
  explicit CubinCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The entry under `key`, unless it is missing or damaged.
  std::optional<Cubin> find(const std::string& key) const;

  /// Held while the entry is made, so that workers of several devices compile a program once. Nothing without a folder.
  std::optional<KeyLock> lock(const std::string& key) const;

  void keep(const std::string& key, const Cubin& cubin) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".cubin"); }

  std::filesystem::path folder_;
};

/// All that decides what compile_cubin answers: the sources, the standard headers, the functions, the options and the
/// compiler's version.
std::string cubin_key(const Program& program, std::span<const std::string> functions,
                      std::span<const std::string> options);

/// compile_cubin through the cache.
Cubin cached_cubin(const CubinCache& cache, const Program& program, std::span<const std::string> functions,
                   std::span<const std::string> options);

/// Compiles `program` for compute capability `arch` (89) without a GPU or a driver, or takes it from `cache_dir`;
/// empty: nothing is kept. Throws PointFailure{compile_failed} with the compiler's messages, and Error when this
/// program was built without the CUDA toolkit.
Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir);

}  // namespace warpledger
