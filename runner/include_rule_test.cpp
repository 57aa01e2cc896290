// Holds the source tree to the arrows of ARCHITECTURE.md: who may include whom, and where foreign headers may be.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

using Rule = std::map<std::string, std::set<std::string>>;

/// What each folder may include besides itself: folders, or single headers. A folder that is not listed may not exist.
const Rule kAllowed = {
    {"base", {}},
    {"model", {"base"}},
    {"spec", {"base", "model"}},
    {"plan", {"base", "model", "spec"}},
    {"exec", {"base", "model"}},
    {"l1_model", {"base", "model"}},
    {"sass", {"base", "model"}},
    {"backend_host", {"base", "model", "l1_model", "sass", "exec/backend.h"}},
    {"backend_cuda", {"base", "model", "sass", "exec/backend.h"}},
    {"store", {"base", "model"}},
    {"report", {"base", "model"}},
    {"stats", {"base", "model"}},
    {"ledger", {"base", "model", "spec", "store", "stats", "report"}},
    {"run", {"base", "model", "spec", "plan", "exec", "store", "report", "ledger"}},
    {"compare", {"base", "model", "spec", "store", "stats", "report", "ledger"}},
    {"grading", {"base", "model", "spec", "plan", "exec", "store", "stats", "report", "ledger", "run", "compare"}},
    {"calibrate", {"base", "model", "spec", "plan", "exec", "store", "stats", "report", "ledger", "run", "compare"}},
    {"command",
     {"base", "model", "spec", "plan", "exec", "sass", "backend_host", "backend_cuda", "store", "report", "stats",
      "ledger", "run", "compare", "grading", "calibrate"}},
    {"e2e", {"base", "model"}},
    {"fuzz", {"base", "model", "spec", "plan", "exec"}},
    {"", {"base", "command"}},  // main.cpp
};

/// Where a foreign header may be included.
const Rule kForeign = {
    {"yaml-cpp/", {"spec"}},     {"muParser", {"spec"}},
    {"SQLiteCpp/", {"store"}},   {"sqlite3.h", {"store"}},
    {"cuda", {"backend_cuda"}},  {"nvrtc.h", {"backend_cuda"}},
    {"cupti", {"backend_cuda"}}, {"boost/context", {"backend_host"}},
    {"boost/math", {"stats"}},   {"CLI/", {"command"}},
    {"cmark", {"report"}},
};

struct Include {
  std::string file;    ///< relative to runner/
  std::string folder;  ///< of the file; "" for runner/ itself
  std::string header;
  bool own = false;  ///< written with quotes
};

std::vector<Include> includes_of(const fs::path& file, const fs::path& root) {
  const std::regex line_pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
  const fs::path relative = fs::relative(file, root);
  const std::string folder = relative.has_parent_path() ? relative.begin()->string() : "";
  std::vector<Include> includes;
  std::ifstream text(file);
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_search(line, match, line_pattern))
      includes.push_back({relative.string(), folder, match[2], match[1] == "\""});
  }
  return includes;
}

/// Includes of all sources, but for the headers that kernels (not the program) are compiled with.
std::vector<Include> all_includes() {
  const fs::path root = fs::path(WARPLEDGER_SOURCE_DIR) / "runner";
  std::vector<Include> includes;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension();
    const bool shim = entry.path().string().find("/shim/") != std::string::npos;
    if (!entry.is_regular_file() || shim || (extension != ".h" && extension != ".cpp")) continue;
    for (Include& include : includes_of(entry.path(), root)) includes.push_back(std::move(include));
  }
  return includes;
}

bool allows(const Include& include) {
  const std::string target = include.header.substr(0, include.header.find('/'));
  if (target == include.folder) return true;
  const auto rule = kAllowed.find(include.folder);
  return rule != kAllowed.end() && (rule->second.contains(target) || rule->second.contains(include.header));
}

TEST(IncludeRule, EveryFolderIncludesOnlyWhatItsArrowAllows) {
  const auto includes = all_includes();
  ASSERT_GT(includes.size(), 100u);
  for (const Include& include : includes)
    EXPECT_TRUE(!include.own || allows(include)) << include.file << " includes " << include.header;
}

TEST(IncludeRule, ForeignHeadersStayInTheirFolder) {
  for (const Include& include : all_includes()) {
    for (const auto& [prefix, folders] : kForeign) {
      const bool meant = !include.own && include.header.starts_with(prefix);
      EXPECT_TRUE(!meant || folders.contains(include.folder)) << include.file << " includes " << include.header;
    }
  }
}

TEST(IncludeRule, AForbiddenArrowIsSeen) {
  EXPECT_FALSE(allows({"report/x.cpp", "report", "store/reader.h", true}));
  EXPECT_FALSE(allows({"backend_cuda/x.cpp", "backend_cuda", "exec/worker.h", true}));
  EXPECT_FALSE(allows({"new_folder/x.cpp", "new_folder", "base/error.h", true}));
  EXPECT_TRUE(allows({"backend_cuda/x.cpp", "backend_cuda", "exec/backend.h", true}));
}

}  // namespace
