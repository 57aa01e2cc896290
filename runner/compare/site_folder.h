#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "report/html_page.h"

namespace warpledger {

/// Parts common to all pages of a site.
struct SiteFrame {
  std::string ledger;  ///< name of the ledger, plain text
  std::string about;   ///< foot of each page, plain text
  PageAssets assets;
};

/// A folder of pages that appears in one step and replaces an earlier one. A file in it lists its files. A folder
/// without that list, or with unlisted files, is never replaced.
class SiteFolder {
 public:
  /// Throws Error if `path` may not be replaced. Changes nothing before publish().
  explicit SiteFolder(const std::string& path, SiteFrame frame = {});

  /// `name` is relative and lower-case: "groups/g0f3c.html".
  void write(const std::string& name, const std::string& text);

  /// Writes a page with links to the main pages before `body`. `name` is a file in the site's folder or one level
  /// below.
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

/// Name of a file or anchor in hexadecimal digits; depends only on `parts`.
std::string site_id(const std::vector<std::string>& parts);

}  // namespace warpledger
