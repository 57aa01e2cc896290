#include "spec/file_pattern.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "spec/data_files.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 5000;  // exceeds the largest public matrix collection

bool is_pattern(const std::string& text) { return text.find_first_of("*?") != std::string::npos; }

void check(const FilePattern& pattern) {
  const fs::path path = pattern.text;
  if (path.is_absolute() || std::ranges::count(path, "..") > 0)
    throw Error(pattern.place, fmt::format("'{}' is outside the experiment's folder", clipped(pattern.text)),
                "name files in the folder of the experiment, or below it");
  if (pattern.text.find_first_of("[]\\{}") != std::string::npos)
    throw Error(pattern.place, fmt::format("'{}' is no pattern", clipped(pattern.text)),
                "* stands for any characters of a name, ? for one");
}

std::vector<std::string> names_in(const fs::path& folder, const std::string& part) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    std::string name = at->path().filename().string();
    if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD | FNM_NOESCAPE) == 0) names.push_back(std::move(name));
  }
  return names;
}

/// Returns existing paths of any file type.
std::vector<fs::path> paths_matching(const fs::path& folder, const fs::path& pattern) {
  std::vector<fs::path> paths{""};
  for (const fs::path& part : pattern) {
    std::vector<fs::path> longer;
    for (const fs::path& path : paths) {
      if (!is_pattern(part)) {
        longer.push_back(path / part);
        continue;
      }
      for (const std::string& name : names_in(folder / path, part)) longer.push_back(path / name);
    }
    paths = std::move(longer);
  }
  std::erase_if(paths, [&](const fs::path& path) {
    std::error_code ignored;  // treat unreadable as missing
    return !fs::exists(folder / path, ignored);
  });
  return paths;
}

void check_file(const std::string& folder, const std::string& name, const Place& place) {
  const auto fail = [&](const std::string& problem) {
    throw Error(place, fmt::format("'{}' is no data file: {}", clipped(name), problem),
                "write a pattern that fits .npy and .mtx files only");
  };
  std::error_code ignored;
  if (fs::is_directory(folder + "/" + name, ignored)) fail("it is a folder");
  if (const auto problem = problem_of_data_file(name)) fail(*problem);
  if (leads_out(folder, name)) fail("it is a link that leads out of the experiment's folder");
}

}  // namespace

bool leads_out(const std::string& folder, const std::string& name) {
  std::error_code failure;
  const fs::path inside = fs::weakly_canonical(folder, failure);
  const fs::path file = fs::weakly_canonical(fs::path(folder) / name, failure);
  const fs::path way = file.lexically_relative(inside);
  return failure || way.empty() || *way.begin() == "..";
}

std::vector<std::string> files_matching(const std::string& folder, const FilePattern& pattern) {
  check(pattern);
  std::vector<std::string> names;
  for (const fs::path& path : paths_matching(folder, fs::path(pattern.text).lexically_normal()))
    names.push_back(path.string());
  std::ranges::sort(names);
  if (names.size() > kMostFiles)
    throw Error(pattern.place,
                fmt::format("'{}' fits {} files, more than {}", clipped(pattern.text),
                            with_thousands(static_cast<std::int64_t>(names.size())), with_thousands(kMostFiles)),
                "write a pattern that fits fewer");
  ErrorList errors;
  for (const std::string& name : names) errors.attempt([&] { check_file(folder, name, pattern.place); });
  errors.raise();
  return names;
}

}  // namespace warpledger
