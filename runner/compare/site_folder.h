#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "report/html_page.h"

namespace warpledger {

struct SiteFrame {
  std::string ledger;  ///< plain text
  std::string about;   ///< foot of each page, plain text
  PageAssets assets;
};

/// A folder that appears in one step and replaces an earlier one. It lists its files: a folder without that list, or
/// with unlisted files, is never replaced.
class SiteFolder {
 public:
  /// Throws Error if `path` may not be replaced.
  explicit SiteFolder(const std::string& path, SiteFrame frame = {});

  /// Writes a file; `name` is lower-case: "groups/g0f3c.html".
  void write(const std::string& name, const std::string& text);

  /// Adds links to the main pages. `name` is at most one level below the folder.
  void write_page(const std::string& name, std::string_view title, const std::string& body, bool has_plots = false);

  /// Adds the shared assets and moves the folder into place. Throws Error if that fails.
  void publish();

  std::size_t files() const { return names_.size(); }
  std::uintmax_t bytes() const { return bytes_; }

 private:
  std::filesystem::path path_;
  AtomicFile made_;
  SiteFrame frame_;
  std::set<std::string> names_;
  std::uintmax_t bytes_ = 0;
};

/// Hexadecimal digits for a file or anchor; depends only on `parts`.
std::string site_id(const std::vector<std::string>& parts);

}  // namespace warpledger
