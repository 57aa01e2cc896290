#pragma once

#include <filesystem>

namespace warpledger {

/// A new folder with a name of its own, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Made in `parent`. Throws Error when that cannot be.
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpledger
