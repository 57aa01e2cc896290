#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "model/cubin.h"
#include "model/job.h"

namespace warpledger {

/// Compiled programs on disk, one file each, named by their content key. Safe for several processes at once; a folder
/// that cannot be written or an entry that is damaged costs a compilation, never an error.
class CubinCache {
 public:
  /// An empty `folder` keeps nothing.
  explicit CubinCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The entry under `key`, unless it is missing or damaged.
  std::optional<Cubin> find(const std::string& key) const;

  void keep(const std::string& key, const Cubin& cubin) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".cubin"); }

  std::filesystem::path folder_;
};

/// All that decides what compile_cubin answers: the sources, the functions, the options and the compiler's version.
std::string cubin_key(const Program& program, std::span<const std::string> functions,
                      std::span<const std::string> options);

/// compile_cubin through the cache.
Cubin cached_cubin(const CubinCache& cache, const Program& program, std::span<const std::string> functions,
                   std::span<const std::string> options);

}  // namespace warpledger
