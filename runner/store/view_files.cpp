#include "store/view_files.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {

namespace fs = std::filesystem;

std::vector<ViewFile> read_view_files(const std::string& schema_folder) {
  const fs::path folder = fs::path(schema_folder) / "views";
  std::error_code failure;
  std::vector<ViewFile> files;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (entry.path().extension() == ".sql") files.push_back({entry.path().string(), read_file(entry.path().string())});
  if (files.empty())
    throw Error({.file = folder.string()}, "there are no views here",
                "the folder schema/ of the installation is incomplete: install again");
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace warpledger
