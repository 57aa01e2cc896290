// benchmarks/grading-promises.md names the tests that keep each promise; it must not go stale.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

const fs::path kSourceTree = WARPLEDGER_SOURCE_DIR;
const fs::path kPromises = kSourceTree / "benchmarks/grading-promises.md";

/// What the first group of `pattern` has at each of its places in `text`.
std::set<std::string> all_of(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator(); ++match)
    found.insert((*match)[1]);
  return found;
}

/// "Suite.Test" of every test in the sources. By hand: a regular expression over all of them takes a second.
std::set<std::string> tests_in_sources() {
  std::set<std::string> tests;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSourceTree / "runner")) {
    if (!entry.path().string().ends_with("_test.cpp")) continue;
    const std::string text = read_file(entry.path());
    for (std::size_t at = text.find("\nTEST"); at != std::string::npos; at = text.find("\nTEST", at + 1)) {
      const std::size_t open = text.find('(', at), comma = text.find(',', at), close = text.find(')', at);
      if (open > comma || comma > close || close == std::string::npos) continue;
      const std::size_t name = text.find_first_not_of(" \n", comma + 1);
      tests.insert(text.substr(open + 1, comma - open - 1) + "." + text.substr(name, close - name));
    }
  }
  return tests;
}

TEST(GradingPromises, NameTestsAndFilesThatThereAre) {
  const std::string page = read_file(kPromises);
  const std::set<std::string> named = all_of(page, std::regex("`([A-Z]\\w+\\.[A-Z]\\w+)`"));
  EXPECT_GT(named.size(), 80u);
  const std::set<std::string> tests = tests_in_sources();
  for (const std::string& name : named) EXPECT_TRUE(tests.contains(name)) << name;
  for (const std::string& link : all_of(page, std::regex("\\]\\(([^)]+)\\)")))
    EXPECT_TRUE(fs::exists(kPromises.parent_path() / link)) << link;
}

}  // namespace
}  // namespace warpledger
