// Every command in the documentation runs: the lines of each ```sh block, page by page, in a fresh folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

/// Commands that build or install: the tests themselves are what they lead to.
bool is_setup(const std::string& command) { return command.starts_with("scripts/") || command.starts_with("git "); }

/// CUPTI loads its tables in a way that AddressSanitizer refuses (RTLD_DEEPBIND).
bool is_refused_by_sanitizer(const std::string& command) {
  return WARPLEDGER_SANITIZED && command.starts_with("warpledger metrics");
}

std::vector<std::string> commands_of(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream lines(read_file(page));
  bool in_shell = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      in_shell = !in_shell && line == "```sh";
    } else if (in_shell && !line.empty() && !line.starts_with("#")) {
      commands.push_back(line);
    }
  }
  return commands;
}

std::vector<std::string> pages() {
  const std::string root = WARPLEDGER_SOURCE_DIR;
  std::vector<std::string> pages = {root + "/README.md"};
  for (const auto& entry : fs::directory_iterator(root + "/docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  return pages;
}

TEST(Documentation, EveryCommandRuns) {
  int run = 0;
  for (const std::string& page : pages()) {
    const std::string folder = fresh_folder();
    for (const std::string& command : commands_of(page)) {
      if (is_setup(command) || is_refused_by_sanitizer(command)) continue;
      const Ended ended = shell(command, folder);
      EXPECT_EQ(ended.exit_code, 0) << page << ": " << command << "\n" << ended.out << ended.err;
      ++run;
    }
  }
  EXPECT_GT(run, 10);
}

}  // namespace
}  // namespace warpledger::e2e
