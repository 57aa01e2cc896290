#include "spec/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/split.h"
#include "base/text.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

struct FileKind {
  std::string_view what;
  std::string_view folder;
  std::string_view suffix;
};

constexpr FileKind kExperiments{"experiment", "experiments", ".yaml"};
constexpr FileKind kFamilies{"family", "kernels", "/family.yaml"};
constexpr FileKind kReports{"report", "reports", ".md"};
constexpr FileKind kMetricGroups{"metric group", "metrics", ".yaml"};

bool is_file(const fs::path& path) {
  std::error_code ignored;  // treat unreadable as missing
  return fs::is_regular_file(path, ignored);
}

/// Reports folders, pipes and broken links in a file's place instead of treating them as missing.
void refuse_other_than_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::symlink_status(path, ignored).type() != fs::file_type::not_found && !is_file(path) && !ignored)
    throw Error({.file = path}, "this is not a regular file", "replace it with a regular file");
}

std::string path_of(const std::string& root, const FileKind& kind, std::string_view name) {
  return fmt::format("{}/{}/{}{}", root, kind.folder, name, kind.suffix);
}

std::vector<std::string> names(const std::vector<std::string>& roots, const FileKind& kind) {
  std::set<std::string> found;
  for (const std::string& root : roots) {
    std::error_code ignored;  // roots need not have every folder
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(root) / kind.folder, ignored)) {
      const std::string name = kind.suffix[0] == '/' ? entry.path().filename() : entry.path().stem();
      if (is_file(path_of(root, kind, name))) found.insert(name);
    }
  }
  return {found.begin(), found.end()};
}

std::string find(const std::vector<std::string>& roots, const FileKind& kind, const std::string& name) {
  const bool leads_elsewhere = name.find('/') != std::string::npos;  // "../x" would leave the root
  std::vector<std::string> searched;
  for (const std::string& root : roots) {
    std::string path = path_of(root, kind, name);
    if (!leads_elsewhere && is_file(path)) return path;
    if (!leads_elsewhere) refuse_other_than_file(path);
    searched.push_back(fmt::format("{}/{}", root, kind.folder));
  }
  throw Error(fmt::format("no {} '{}' in {}", kind.what, name, join(searched)), did_you_mean(name, names(roots, kind)));
}

std::string find_or_path(const std::vector<std::string>& roots, const FileKind& kind, const std::string& name_or_path) {
  if (name_or_path.find('/') == std::string::npos && !name_or_path.ends_with(kind.suffix))
    return find(roots, kind, name_or_path);
  refuse_other_than_file(name_or_path);
  if (!is_file(name_or_path))
    throw Error(fmt::format("no {} file '{}'", kind.what, name_or_path), "write a path that exists, or only a name");
  return name_or_path;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool has(const fs::path& folder, const char* what) {
  std::error_code ignored;
  return fs::is_directory(folder / what, ignored);
}

bool holds_data(const fs::path& folder) {
  constexpr std::array kinds = {"experiments", "kernels", "metrics", "reports", "devices"};
  return std::any_of(kinds.begin(), kinds.end(), [&](const char* kind) { return has(folder, kind); });
}

/// In a source tree, the data is above the program; installed, in ../share/warpledger.
std::vector<std::string> roots_of(const fs::path& program) {
  for (fs::path folder = program.parent_path(); folder != folder.parent_path(); folder = folder.parent_path()) {
    if (has(folder, "schema/migrations")) return {folder.string()};
  }
  const fs::path share = program.parent_path().parent_path() / "share" / "warpledger";
  return has(share, "schema/migrations") ? std::vector<std::string>{share.string()} : std::vector<std::string>{};
}

std::string cache_folder() {
  if (std::string own = environment("WARPLEDGER_CACHE"); !own.empty()) return own;
  if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/warpledger";
  if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/warpledger";
  return (folder_of_temporary_files() / "warpledger-cache").string();
}

}  // namespace

std::string Library::experiment_path(const std::string& name_or_path) const {
  return find_or_path(roots_, kExperiments, name_or_path);
}

std::string Library::family_folder(const std::string& family) const {
  return fs::path(find(roots_, kFamilies, family)).parent_path();
}

std::string Library::report_path(const std::string& report) const { return find(roots_, kReports, report); }

std::string Library::report_path_or_file(const std::string& name_or_path) const {
  return find_or_path(roots_, kReports, name_or_path);
}

std::string Library::metric_group_path(const std::string& group) const { return find(roots_, kMetricGroups, group); }

std::vector<std::string> Library::experiments() const { return names(roots_, kExperiments); }
std::vector<std::string> Library::families() const { return names(roots_, kFamilies); }
std::vector<std::string> Library::reports() const { return names(roots_, kReports); }
std::vector<std::string> Library::metric_groups() const { return names(roots_, kMetricGroups); }

Library Library::with_root_of(const std::string& experiment_path) const {
  const fs::path folder = fs::path(experiment_path).parent_path();
  const fs::path absolute = fs::weakly_canonical(folder.empty() ? "." : folder);
  const fs::path own = absolute.filename() == "experiments" ? absolute.parent_path() : absolute;
  std::error_code ignored;  // a root that cannot be examined is a different one
  for (const std::string& root : roots_)
    if (fs::equivalent(root, own, ignored)) return *this;
  std::vector<std::string> roots{own.string()};
  roots.insert(roots.end(), roots_.begin(), roots_.end());
  return Library(std::move(roots));
}

std::string about_in(const std::string& file) {
  ErrorList errors;
  Document document(file, read_data_file(file), errors);
  const Reader root(document, errors);
  if (!root.is_mapping()) root.fail("this file is not a mapping (name: value)", "begin with `about: ...`");
  const std::optional<Reader> about = root.find("about");
  errors.raise();
  return about ? about->text() : "";
}

Paths find_paths() {
  Paths paths;
  paths.program = fs::read_symlink("/proc/self/exe").string();
  paths.cache_dir = cache_folder();
  std::error_code removed;  // the current folder may have been deleted
  const fs::path here = fs::current_path(removed);
  if (!removed && holds_data(here)) paths.roots.push_back(here.string());
  for (const std::string& folder : split(environment("WARPLEDGER_PATH"), ':'))
    if (!folder.empty()) paths.roots.push_back(folder);
  for (std::string& root : roots_of(paths.program)) {
    if (std::find(paths.roots.begin(), paths.roots.end(), root) == paths.roots.end())
      paths.roots.push_back(std::move(root));
  }
  schema_folder(paths.roots);  // fail early if the program's own data is missing
  return paths;
}

std::string schema_folder(const std::vector<std::string>& roots) {
  for (const std::string& root : roots)
    if (has(root, "schema/migrations")) return root + "/schema";
  throw Error("the program's own data (schema/migrations) is missing",
              "run it from its source tree, or set WARPLEDGER_PATH to the folder that contains schema/");
}

std::string state_folder() {
  std::string folder;
  if (const std::string xdg = environment("XDG_STATE_HOME"); !xdg.empty()) {
    folder = xdg + "/warpledger";
  } else if (const std::string home = environment("HOME"); !home.empty()) {
    folder = home + "/.local/state/warpledger";
  } else {
    folder = (folder_of_temporary_files() / "warpledger-state").string();
  }
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  return folder;
}

}  // namespace warpledger
