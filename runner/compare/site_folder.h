#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "report/html_page.h"

namespace warpledger {

/// Parts that all pages of a site share.
struct SiteFrame {
  std::string ledger;  ///< name of the ledger, plain text
  std::string about;   ///< foot of each page, plain text
  PageAssets assets;
};

/// A folder of pages that appears whole and replaces an earlier one. A file in it lists its files: a folder without
/// that list, or with a file that is not listed, is not replaced.
class SiteFolder {
 public:
  /// Throws Error if `path` may not be replaced. Nothing is changed before publish().
  explicit SiteFolder(const std::string& path, SiteFrame frame = {});

  /// `name` is relative and lower-case: "groups/g0f3c.html".
  void write(const std::string& name, const std::string& text);

  /// Writes a report's page with links to the first pages before `body`. `name` is that of a file in the site's folder
  /// or in one below it.
  void write_page(const std::string& name, std::string_view title, const std::string& body, bool has_plots = false);

  /// Adds the assets of all pages and puts the folder in its place. Throws Error if it cannot be replaced.
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

/// Name of a file or an anchor, the same for the same `parts` in every site: hexadecimal digits.
std::string site_id(const std::vector<std::string>& parts);

}  // namespace warpledger
