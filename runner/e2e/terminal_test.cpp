// The program on a terminal: no line is wider than it, and nothing it is sent steers it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/text_width.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Whether this machine has terminals to give; a chroot has not.
bool has_terminals() {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal >= 0) close(terminal);
  return terminal >= 0;
}

/// A folder with a made-up year and a ledger of a failing and a good run, the newer one.
class Terminal : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    ASSERT_EQ(warpledger({"example", "year.db"}, folder_).exit_code, 0);
    warpledger({"run", "planted", "--set", "kernel=off_by_one", "--device", "host", "--quiet", "--db", "planted.db"},
               folder_);
    warpledger({"run", "quickstart", "--set", "d_l=4", "--set", "warps=1", "--device", "host", "--quiet"}, folder_);
  }

  void SetUp() override {
    if (!has_terminals()) GTEST_SKIP() << "takes a pseudo-terminal (/dev/pts)";
  }

  /// The lines of what `command` sends, without the ones that are written over.
  static std::vector<std::string> lines_of(int columns, const std::string& command) {
    std::vector<std::string> lines;
    std::istringstream sent(on_terminal(columns, command, folder_));
    for (std::string line; std::getline(sent, line);) {
      const std::size_t live = line.rfind("\x1b[K");
      lines.push_back(live == std::string::npos ? line : line.substr(live + 3));
    }
    return lines;
  }

  static void expect_fits(int columns, const std::string& command) {
    const std::vector<std::string> lines = lines_of(columns, command);
    EXPECT_FALSE(lines.empty()) << command;
    for (const std::string& line : lines)
      EXPECT_LE(display_width(line), static_cast<std::size_t>(columns)) << command << "\n" << line;
  }

  inline static std::string folder_;
};

TEST_F(Terminal, NoCommandPrintsWiderThanIt) {
  for (const std::string command :
       {"list",
        "list --db year.db",
        "show norm",
        "show quickstart",
        "show latest --db planted.db",
        "plan quickstart --device host",
        "devices",
        "doctor",
        "metrics --search dram",
        "query --views",
        "query --columns points",
        "query 'SELECT * FROM runs'",
        "query 'SELECT identity, reason FROM point' --db planted.db",
        "report",
        "report model-check",
        "ledger check",
        "ledger merge year.db --db merged.db",
        "compare until:2026-05-18 until:2026-06-15 --where device:'GPU A' --db year.db",
        "history --kernel norm_group --set d_l=32 --set warps=8 --device 'GPU A' --db year.db",
        "report over-time --db year.db",
        "run planted --set kernel=off_by_one --device host --db planted.db"}) {
    // CUPTI loads its tables in a way that AddressSanitizer refuses (RTLD_DEEPBIND).
    if (!is_sanitized() || !command.starts_with("metrics")) expect_fits(60, "warpledger " + command);
  }
  for (const int columns : {10, 40, 120}) {
    expect_fits(columns, "warpledger compare until:2026-05-18 until:2026-06-15 --where device:'GPU A' --db year.db");
    expect_fits(columns, "warpledger report");
  }
}

TEST_F(Terminal, WideAndCombiningCharactersAreCountedAsTheyAreShown) {
  const std::string query =
      "warpledger query \"SELECT '漢字のカーネル名は二桁の幅' AS a, replace(hex(zeroblob(30)), '00', 'e\u0301') AS b, "
      "1 AS c\"";
  expect_fits(60, query);
  EXPECT_THAT(on_terminal(60, query, folder_), HasSubstr("漢字のカーネル名は二桁の幅 e\u0301"));
  expect_fits(20, query);
}

TEST_F(Terminal, LinesStayWholeWhereThereIsNone) {
  const Ended ended = warpledger(
      {"compare", "until:2026-05-18", "until:2026-06-15", "--where", "device:GPU A", "--db", "year.db"}, folder_);
  EXPECT_THAT(ended.out, HasSubstr(" % interval"));
  std::size_t widest = 0;
  std::istringstream out(ended.out);
  for (std::string line; std::getline(out, line);) widest = std::max(widest, display_width(line));
  EXPECT_GT(widest, 120u);
  const Ended narrow = shell("COLUMNS=50 warpledger query \"SELECT printf('%.60c', 'x') AS a, 1 AS b\"", folder_);
  EXPECT_EQ(narrow.out.substr(0, narrow.out.find('\n')).size(), 49u);
}

TEST_F(Terminal, IsSentEscapeCodesOnlyIfItTakesThem) {
  const std::string run = "warpledger run planted --set kernel=right --device host --db planted.db";
  EXPECT_THAT(on_terminal(80, run, folder_), HasSubstr("\x1b[K"));
  for (const std::string variables : {"TERM=dumb", "TERM=", "TERM=xterm NO_COLOR=1"})
    EXPECT_THAT(on_terminal(80, run, folder_, variables), Not(HasSubstr("\x1b"))) << variables;
}

TEST_F(Terminal, IsNotSteeredByATagOrANote) {
  ASSERT_EQ(shell("warpledger ledger tag latest \"$(printf 'a\\302\\233\\342\\200\\256')\"", folder_).exit_code, 0);
  ASSERT_EQ(shell("warpledger ledger annotate \"$(printf 'b\\033[2J')\" --run latest", folder_).exit_code, 0);
  const auto expect_printed = [this](const std::string& command, const std::string& text) {
    const std::string sent = on_terminal(200, command, folder_);
    EXPECT_THAT(sent, HasSubstr(text)) << command;
    EXPECT_THAT(sent, Not(HasSubstr("\x1b"))) << command;
  };
  expect_printed("warpledger list", "a\\u009b\\u202e");
  expect_printed("warpledger query 'SELECT * FROM tags'", "a\\u009b\\u202e");
  expect_printed("warpledger query 'SELECT * FROM notes'", "b\\x1b[2J");
}

}  // namespace
}  // namespace warpledger::e2e
