#include "spec/paths.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

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

/// The data that came with the program: in a source tree some folders above it, else installed beside it.
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

Paths find_paths() {
  Paths paths;
  paths.program = fs::read_symlink("/proc/self/exe").string();
  paths.cache_dir = cache_folder();
  std::error_code removed;  // the current folder may be gone
  const fs::path here = fs::current_path(removed);
  if (!removed && holds_data(here)) paths.roots.push_back(here.string());
  std::istringstream path(environment("WARPLEDGER_PATH"));
  for (std::string folder; std::getline(path, folder, ':');)
    if (!folder.empty()) paths.roots.push_back(folder);
  for (std::string& root : roots_of(paths.program)) {
    if (std::find(paths.roots.begin(), paths.roots.end(), root) == paths.roots.end())
      paths.roots.push_back(std::move(root));
  }
  schema_folder(paths.roots);  // without its own data the program can do nothing: say so at once
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
