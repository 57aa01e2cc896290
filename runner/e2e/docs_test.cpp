// Every command in the documentation runs: the lines of each ```sh block, page by page, in a fresh folder. A block with
// a path behind its language is written to that file; a block "text output" is what the last command printed; scripts
// for pandas and R run where these are.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "e2e/program.h"
#include "e2e/readers.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

/// Commands that build or install: the tests themselves are what they lead to.
bool is_setup(const std::string& command) { return command.starts_with("scripts/") || command.starts_with("git "); }

/// CUPTI loads its tables in a way that AddressSanitizer refuses (RTLD_DEEPBIND).
bool is_refused_by_sanitizer(const std::string& command) {
  return is_sanitized() && command.starts_with("warpledger metrics");
}

/// A fenced block of a page: the words behind its fence, as "sh", and its lines.
struct Block {
  std::string info;
  std::vector<std::string> lines;
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::istringstream lines(read_file(page));
  std::string fence;  // of the block that is open; within it, shorter ones are content
  for (std::string line; std::getline(lines, line);) {
    const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    if (fence.empty() && ticks >= 3) {
      fence = line.substr(0, ticks);
      blocks.push_back({line.substr(ticks), {}});
    } else if (!fence.empty() && line == fence) {
      fence.clear();
    } else if (!fence.empty()) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

/// The file in the second word of "yaml kernels/saxpy/family.yaml"; empty where a block is no file.
std::string file_of(const Block& block) {
  const std::string name = block.info.substr(block.info.find(' ') + 1);
  return name.find('/') == std::string::npos ? "" : name;
}

void write(const Block& block, const fs::path& path) {
  std::ofstream file(path);
  for (const std::string& line : block.lines) file << line << "\n";
  EXPECT_TRUE(file.flush()) << path;
}

/// The lines of a block "text output" were printed in this order, maybe among others. One that ends in "..." is how a
/// printed line begins.
void expect_printed(const Block& block, const Ended& ended) {
  std::istringstream printed(ended.err + ended.out);
  for (const std::string& line : block.lines) {
    const bool whole = !line.ends_with("...");
    const std::string begin = whole ? line : line.substr(0, line.size() - 3);
    bool found = false;
    for (std::string got; !found && std::getline(printed, got);) found = whole ? got == line : got.starts_with(begin);
    ASSERT_TRUE(found) << "not printed: " << line << "\n" << ended.err << ended.out;
  }
}

/// Runs a block that is a script for another program, where that is installed.
void run_script(const Block& block, const std::string& folder) {
  static const std::map<std::string, Reader> kReaders = {{"python pandas", Reader::pandas}, {"r", Reader::r}};
  const auto reader = kReaders.find(block.info);
  if (reader == kReaders.end() || !absence_of(reader->second).empty()) return;
  write(block, fs::path(folder) / "script");
  const Ended ended = shell(reader_command(reader->second, "script"), folder);
  EXPECT_EQ(ended.exit_code, 0) << block.info << "\n" << ended.err;
  EXPECT_NE(ended.out, "") << block.info;
}

/// The README and the pages of docs/, from the folder of the sources.
std::vector<std::string> pages() {
  std::vector<std::string> pages = {"README.md"};
  for (const auto& entry : fs::directory_iterator(std::string(WARPLEDGER_SOURCE_DIR) + "/docs"))
    if (entry.path().extension() == ".md") pages.push_back("docs/" + entry.path().filename().string());
  return pages;
}

class Documentation : public testing::TestWithParam<std::string> {};

/// Does what a reader does: writes the files that the page shows and runs its commands, in order.
TEST_P(Documentation, HasOnlyCommandsThatRun) {
  const std::string folder = fresh_folder();
  std::optional<Ended> last;
  for (const Block& block : blocks_of(std::string(WARPLEDGER_SOURCE_DIR) + "/" + GetParam())) {
    if (const std::string file = file_of(block); !file.empty()) {
      fs::create_directories((fs::path(folder) / file).parent_path());
      write(block, fs::path(folder) / file);
    }
    if (block.info == "text output" && last) expect_printed(block, *last);
    run_script(block, folder);
    if (block.info != "sh") continue;
    for (const std::string& command : block.lines) {
      if (command.empty() || command.starts_with("#")) continue;
      last.reset();
      if (is_setup(command) || is_refused_by_sanitizer(command)) continue;
      last = shell(command, folder);
      EXPECT_EQ(last->exit_code, 0) << command << "\n" << last->out << last->err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Documentation, testing::ValuesIn(pages()),
                         [](const testing::TestParamInfo<std::string>& page) {
                           std::string name = fs::path(page.param).stem().string();
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(DocumentationPages, AreFoundAndHaveCommands) {
  int commands = 0;
  for (const std::string& page : pages())
    for (const Block& block : blocks_of(std::string(WARPLEDGER_SOURCE_DIR) + "/" + page))
      commands += block.info == "sh" ? static_cast<int>(block.lines.size()) : 0;
  EXPECT_GT(commands, 50);
}

}  // namespace
}  // namespace warpledger::e2e
