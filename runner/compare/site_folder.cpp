#include "compare/site_folder.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = ".warpledger-site";
constexpr const char* kFirstLine = "written by warpledger site; these files are replaced together:\n";

[[noreturn]] void refuse_folder(const fs::path& path, const std::string& why) {
  throw Error({.file = path.string()}, why, "name a new folder, or one that `warpledger site` wrote");
}

std::set<std::string> listed_files(const fs::path& path) {
  const std::string text = read_file((path / kMarker).string());
  if (!text.starts_with(kFirstLine)) refuse_folder(path, "this folder is no site");
  std::set<std::string> names = {kMarker};
  std::size_t at = std::string(kFirstLine).size();
  for (std::size_t end = text.find('\n', at); end != std::string::npos; end = text.find('\n', at)) {
    names.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

void check_replaceable(const fs::path& path) {
  const fs::file_status status = fs::symlink_status(path);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse_folder(path, "this is no folder");
  if (fs::is_empty(path)) return;
  if (!fs::is_regular_file(fs::symlink_status(path / kMarker))) refuse_folder(path, "this folder is no site");
  const std::set<std::string> names = listed_files(path);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string name = entry.path().lexically_relative(path).generic_string();
    if (!names.contains(name))
      refuse_folder(path, fmt::format("'{}' in this folder is not of the site", printable(name)));
  }
}

/// Without a slash at its end, which would make its last part empty.
fs::path cleaned(const std::string& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

bool is_safe(const std::string& name) {
  return !name.empty() && name.front() != '/' && name.find("..") == std::string::npos &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-./") == std::string::npos;
}

}  // namespace

SiteFolder::SiteFolder(const std::string& path) : path_(cleaned(path)), made_(path) {
  check_replaceable(path_);
  fs::create_directory(new_folder());
}

void SiteFolder::write(const std::string& name, const std::string& text) {
  if (!is_safe(name) || !names_.insert(name).second) throw std::logic_error("no name of a site's file: " + name);
  const fs::path file = new_folder() / name;
  fs::create_directories(file.parent_path());
  write_file(file.string(), text);
  bytes_ += text.size();
}

void SiteFolder::publish() {
  std::string marker = kFirstLine;
  for (const std::string& name : names_) marker += name + "\n";
  write_file((new_folder() / kMarker).string(), marker);
  check_replaceable(path_);  // somebody may have put a file there meanwhile
  made_.replace();
}

}  // namespace warpledger
