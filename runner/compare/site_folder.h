#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/atomic_file.h"

namespace warpledger {

/// A folder of files that appears whole, and replaces the one that it was made as before. A file in it lists its files:
/// a folder without that list, or with any file that is not in it, is somebody's, and is not replaced.
class SiteFolder {
 public:
  /// Throws Error when there is something at `path` that may not be replaced. Nothing is changed before publish().
  explicit SiteFolder(const std::string& path);

  /// `name` is relative, of letters that a file may have anywhere: "groups/g0f3c.html".
  void write(const std::string& name, const std::string& text);

  /// Puts the folder in its place. Throws Error when that cannot be.
  void publish();

  std::size_t files() const { return names_.size(); }
  std::uintmax_t bytes() const { return bytes_; }

 private:
  std::filesystem::path new_folder() const { return made_.path(); }

  std::filesystem::path path_;
  AtomicFile made_;
  std::set<std::string> names_;
  std::uintmax_t bytes_ = 0;
};

}  // namespace warpledger
