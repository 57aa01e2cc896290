// Holds the source tree to the arrows of ARCHITECTURE.md: who may include whom, and where foreign headers may be.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;
using Rule = std::map<std::string, Names>;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// "a, b <- c" as {{"a", "b"}, {"c"}}.
std::vector<Names> split_arrows(std::string line) {
  std::vector<Names> parts(1);
  for (std::size_t end = 0; end != std::string::npos; line = line.substr(std::min(line.size(), end + 1))) {
    end = line.find_first_of(",<");
    parts.back().insert(trimmed(line.substr(0, end)));
    if (end == std::string::npos) break;
    if (line[end] == ',') continue;
    parts.emplace_back();
    ++end;  // the '-' of "<-"
  }
  return parts;
}

/// The lines of the picture in ARCHITECTURE.md that begins with `first`.
std::vector<std::string> picture(const std::string& first) {
  std::ifstream text(fs::path(WARPLEDGER_SOURCE_DIR) / "ARCHITECTURE.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!lines.empty() && line.starts_with("```")) break;
    if (!lines.empty() || line.starts_with(first)) lines.push_back(line);
  }
  return lines;
}

/// What each folder may include besides itself, folders or single headers, by the arrows of ARCHITECTURE.md: what
/// stands left of an arrow, and what that may include. A folder that is not in the picture may not exist.
Rule read_rule() {
  Rule rule;
  for (const std::string& line : picture("base <- model")) {
    const std::vector<Names> parts = split_arrows(line);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const std::string& folder : parts[i]) {
        Names& allowed = rule[folder == "main.cpp" ? "" : folder];
        for (const std::string& source : i == 0 ? Names() : parts[i - 1]) {
          allowed.insert(source);
          allowed.insert(rule[source].begin(), rule[source].end());
        }
      }
    }
  }
  return rule;
}

const Rule& allowed() {
  static const Rule rule = read_rule();
  return rule;
}

/// Where a foreign header may be included.
const Rule kForeign = {
    {"yaml-cpp/", {"spec"}},
    {"SQLiteCpp/", {"store"}},
    {"sqlite3.h", {"store"}},
    {"cuda", {"backend_cuda"}},
    {"nvrtc.h", {"backend_cuda"}},
    {"cupti", {"backend_cuda"}},
    {"boost/context", {"backend_host"}},
    {"boost/math", {"stats"}},
    {"CLI/", {"command"}},
    {"cmark", {"report"}},
    {"archive", {"submissions"}},
    {"seccomp", {"exec"}},
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
  const std::string folder = relative.parent_path();
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
  const std::string target = fs::path(include.header).parent_path();
  if (target == include.folder || target.starts_with(include.folder + "/")) return true;
  const auto rule = allowed().find(include.folder);
  return rule != allowed().end() && (rule->second.contains(target) || rule->second.contains(include.header));
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

/// All headers of ours that a source reads, directly or not.
Names headers_of(const std::string& source, const std::vector<Include>& includes) {
  Names found;
  std::vector<std::string> open = {source};
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    for (const Include& include : includes)
      if (include.own && include.file == file && found.insert(include.header).second) open.push_back(include.header);
  }
  return found;
}

TEST(IncludeRule, CommandsThatAnswerFromALedgerReadNothingOfTheWorker) {
  const auto includes = all_includes();
  for (const char* command : {"query", "list", "report", "history", "show"}) {
    const Names headers = headers_of(std::string("command/") + command + ".cpp", includes);
    EXPECT_GT(headers.size(), 10u) << command;
    for (const std::string& header : headers)
      for (const char* room : {"plan/", "exec/", "run/", "backend_", "worker/"})
        EXPECT_FALSE(header.starts_with(room)) << command << " reads " << header;
  }
}

TEST(IncludeRule, AForbiddenArrowIsSeen) {
  EXPECT_FALSE(allows({"report/x.cpp", "report", "store/reader.h", true}));
  EXPECT_FALSE(allows({"backend_cuda/x.cpp", "backend_cuda", "exec/worker.h", true}));
  EXPECT_FALSE(allows({"new_folder/x.cpp", "new_folder", "base/error.h", true}));
  EXPECT_TRUE(allows({"backend_cuda/x.cpp", "backend_cuda", "exec/backend.h", true}));
}

}  // namespace
