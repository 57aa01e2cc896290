#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Report page of experiments that set none.
inline constexpr const char* kDefaultReport = "default";

/// Report page of campaigns.
inline constexpr const char* kCampaignReport = "campaign";

/// Ordered root folders that hold kernels/, experiments/, reports/, metrics/, devices/ and schema/. For duplicate
/// names, the first root wins.
class Library {
 public:
  explicit Library(std::vector<std::string> roots) : roots_(std::move(roots)) {}

  /// Returns the file of an experiment, or the path itself (with a slash or ending in .yaml). Throws Error with the
  /// searched folders and the nearest name.
  std::string experiment_path(const std::string& name_or_path) const;
  /// Without a trailing slash. Throws like experiment_path().
  std::string family_folder(const std::string& family) const;
  /// Throws like experiment_path().
  std::string report_path(const std::string& report) const;
  /// Like report_path(), but also accepts a path (with a slash or ending in .md).
  std::string report_path_or_file(const std::string& name_or_path) const;
  /// Throws like experiment_path().
  std::string metric_group_path(const std::string& group) const;

  /// Sorted.
  std::vector<std::string> experiments() const;
  std::vector<std::string> families() const;
  std::vector<std::string> reports() const;
  std::vector<std::string> metric_groups() const;

  const std::vector<std::string>& roots() const { return roots_; }

  /// Puts the root of an experiment file first: the parent of its experiments/ folder, or else its own folder.
  Library with_root_of(const std::string& experiment_path) const;

 private:
  std::vector<std::string> roots_;
};

/// Returns the `about` of a family or experiment file; empty if it has none. Validates nothing else, so listing a
/// folder is fast.
std::string about_in(const std::string& file);

/// Roots, in order: the current folder (if it holds experiments/, kernels/, metrics/, reports/ or devices/),
/// $WARPLEDGER_PATH (colon-separated), and the nearest folder above the program with schema/migrations/, else
/// ../share/warpledger.
struct Paths {
  std::vector<std::string> roots;
  std::string cache_dir;  ///< $WARPLEDGER_CACHE, else $XDG_CACHE_HOME/warpledger, else ~/.cache/warpledger
  std::string program;    ///< path of this executable
};

/// Throws Error if the program's own data is missing.
Paths find_paths();

/// Throws Error if no root has schema/.
std::string schema_folder(const std::vector<std::string>& roots);

/// Folder for data that must survive the failure of another disk: $XDG_STATE_HOME/warpledger, else
/// ~/.local/state/warpledger, else a temporary folder. Created if possible.
std::string state_folder();

}  // namespace warpledger
