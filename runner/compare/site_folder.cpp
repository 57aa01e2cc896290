#include "compare/site_folder.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "model/digest.h"

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
  if (!text.starts_with(kFirstLine)) refuse_folder(path, "this folder is not a site");
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
  if (!fs::is_directory(status)) refuse_folder(path, "this is not a folder");
  if (fs::is_empty(path)) return;
  if (!fs::is_regular_file(fs::symlink_status(path / kMarker))) refuse_folder(path, "this folder is not a site");
  const std::set<std::string> names = listed_files(path);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    const std::string name = entry.path().lexically_relative(path).generic_string();
    if (!names.contains(name))
      refuse_folder(path, fmt::format("'{}' in this folder is not part of the site", printable(name)));
  }
}

/// A trailing slash would make the last component empty.
fs::path cleaned(const std::string& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

bool is_safe(const std::string& name) {
  return !name.empty() && name.front() != '/' && name.find("..") == std::string::npos &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-./") == std::string::npos;
}

}  // namespace

SiteFolder::SiteFolder(const std::string& path, SiteFrame frame)
    : path_(cleaned(path)), made_(path), frame_(std::move(frame)) {
  check_replaceable(path_);
  fs::create_directory(made_.path());
}

void SiteFolder::write(const std::string& name, const std::string& text) {
  if (!is_safe(name) || !names_.insert(name).second) throw std::logic_error("not a name of a site's file: " + name);
  const fs::path file = fs::path(made_.path()) / name;
  fs::create_directories(file.parent_path());
  write_file(file.string(), text);
  bytes_ += text.size();
}

void SiteFolder::write_page(const std::string& name, std::string_view title, const std::string& body, bool has_plots) {
  const std::string root = name.find('/') == std::string::npos ? "" : "../";
  frame_.assets.folder = root + "assets/";
  const std::string page = fmt::format("<nav class=\"site\"><b>{}</b>{}{}</nav>\n{}<footer>{}</footer>\n",
                                       html_link(root + "index.html", frame_.ledger),
                                       html_link(root + "index.html#experiments", "Experiments"),
                                       html_link(root + "runs.html", "Runs"), body, html_escaped(frame_.about));
  write(name, html_page(title, has_plots ? with_plot_scripts(page, frame_.assets) : page, frame_.assets));
}

void SiteFolder::publish() {
  for (const auto& [name, text] : asset_files(frame_.assets)) write("assets/" + name, text);
  std::string marker = kFirstLine;
  for (const std::string& name : names_) marker += name + "\n";
  write_file((fs::path(made_.path()) / kMarker).string(), marker);
  check_replaceable(path_);  // a file may have been added meanwhile
  made_.replace();
}

std::string site_id(const std::vector<std::string>& parts) {
  const std::vector<std::string_view> texts(parts.begin(), parts.end());
  return fmt::format("{:016x}", digest64(texts));
}

}  // namespace warpledger
