#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// The report page of experiments that name none.
inline constexpr const char* kDefaultReport = "default";

/// The page of campaigns.
inline constexpr const char* kCampaignReport = "campaign";

/// Where data files are found: an ordered list of root folders, each holding kernels/, experiments/, reports/,
/// metrics/, devices/, schema/. Where two roots have the same name, the first one wins.
class Library {
 public:
  explicit Library(std::vector<std::string> roots) : roots_(std::move(roots)) {}

  /// The file of an experiment: of a name ("lsu-2024-hw01"), or the path itself (anything with a slash or ending in
  /// .yaml). Throws Error with the folders searched and the nearest name.
  std::string experiment_path(const std::string& name_or_path) const;
  /// The folder of a family, without a final slash. Throws like experiment_path.
  std::string family_folder(const std::string& family) const;
  /// The file of a report page in a folder reports/. Throws like experiment_path.
  std::string report_path(const std::string& report) const;
  /// The same of a name that a person gives now, which may also be a path (anything with a slash or ending in .md).
  std::string report_path_or_file(const std::string& name_or_path) const;
  /// The file of a metric group. Throws like experiment_path.
  std::string metric_group_path(const std::string& group) const;

  /// Names, sorted.
  std::vector<std::string> experiments() const;
  std::vector<std::string> families() const;
  std::vector<std::string> reports() const;
  std::vector<std::string> metric_groups() const;

  const std::vector<std::string>& roots() const { return roots_; }

  /// This library, with the root that an experiment given by path belongs to in front: the parent of the experiments/
  /// folder it is in, else its own folder.
  Library with_root_of(const std::string& experiment_path) const;

 private:
  std::vector<std::string> roots_;
};

/// What a family's or an experiment's file says it is about; empty when it does not say. Nothing else in the file is
/// looked at, so that a folder of many files is listed quickly. Throws Error at the place of what keeps it from being
/// read.
std::string about_in(const std::string& file);

/// Where the program stands: its data folders, its cache and its own file.
///
/// Data folders are looked for in this order: the current folder (if it holds experiments/, kernels/, metrics/,
/// reports/ or devices/), the folders of $WARPLEDGER_PATH (colon-separated), the folder above the program that holds
/// schema/migrations/, and ../share/warpledger.
struct Paths {
  std::vector<std::string> roots;
  std::string cache_dir;  ///< $WARPLEDGER_CACHE, else $XDG_CACHE_HOME/warpledger, else ~/.cache/warpledger
  std::string program;    ///< the path of this executable
};

/// Throws Error when the program's own data is not there.
Paths find_paths();

/// The folder schema/ of the first root that has one. Throws Error when none has.
std::string schema_folder(const std::vector<std::string>& roots);

/// The folder for what shall outlive a failing disk: $XDG_STATE_HOME/warpledger, else ~/.local/state/warpledger, else
/// one for temporary files. Made when it is absent, if that can be.
std::string state_folder();

}  // namespace warpledger
