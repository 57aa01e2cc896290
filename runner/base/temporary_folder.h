#pragma once

#include <filesystem>

namespace warpledger {

/// The folder for temporary files: $TMPDIR, or /tmp. Throws Error when it is no folder.
std::filesystem::path folder_of_temporary_files();

/// A new folder with its own name, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Made in `parent`. Throws Error when that cannot be.
  explicit TemporaryFolder(const std::filesystem::path& parent = folder_of_temporary_files());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpledger
