#include "spec/library.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// One kind of data file: in ROOT/folder/, a name followed by `suffix`.
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
  std::error_code ignored;  // what cannot be examined is not found
  return fs::is_regular_file(path, ignored);
}

/// A folder, a pipe or a link to nowhere in a file's place is not the same as no file.
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
    std::error_code ignored;  // a root need not have every folder
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
  std::error_code ignored;  // a root that cannot be examined is another one
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

}  // namespace warpledger
