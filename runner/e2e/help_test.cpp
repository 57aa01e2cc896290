// What the declarations of the commands become: help, the man page, completions, and words on mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/file.h"
#include "base/text_width.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The commands that --help lists.
std::vector<std::string> commands() {
  std::vector<std::string> names;
  std::istringstream lines(shell("COLUMNS=200 warpledger --help", fresh_folder()).out);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ") && line.size() > 2 && line[2] != ' ' && line[2] != '-')
      names.push_back(line.substr(2, line.find("  ", 2) - 2));
  return names;
}

TEST(Help, HasNoLineWiderThanItsTerminal) {
  std::string all = "export COLUMNS=60; warpledger --help";
  const std::vector<std::string> names = commands();
  ASSERT_GT(names.size(), 20U);
  for (const std::string& name : names) all += "; warpledger " + name + " --help";
  const Ended help = shell(all, fresh_folder());
  EXPECT_EQ(help.exit_code, 0) << help.err;
  std::istringstream lines(help.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 60U) << line;
}

TEST(Help, OfACommandHasItsArgumentsWithTheirDefaults) {
  const Ended help = warpledger({"run", "--help"}, fresh_folder());
  EXPECT_THAT(help.out, HasSubstr("Usage: warpledger run [OPTION]... [experiment]... [arguments]..."));
  EXPECT_THAT(help.out, HasSubstr("--seed N"));
  EXPECT_THAT(help.out, HasSubstr("[results.db]"));
}

TEST(Help, TheManPageHasEveryCommand) {
  const Ended page = warpledger({"manual"}, fresh_folder());
  EXPECT_EQ(page.exit_code, 0);
  EXPECT_THAT(page.out, StartsWith(".TH WARPLEDGER 1"));
  for (const std::string& name : commands()) EXPECT_THAT(page.out, HasSubstr(".SS \"warpledger " + name));
}

TEST(Help, BashCompletesCommandsOptionsWordsAndNamesOfExperiments) {
  const auto completed = [](const std::string& words, int current) {
    const std::string folder = fresh_folder();
    std::ofstream(folder + "/complete.bash") << "source <(warpledger completion bash)\nCOMP_WORDS=(warpledger " << words
                                             << ")\nCOMP_CWORD=" << current << "\n_warpledger\necho ${COMPREPLY[*]}\n";
    return shell("bash complete.bash", folder).out;
  };
  EXPECT_EQ(completed("que", 1), "query\n");
  EXPECT_EQ(completed("led", 1), "ledger\n");
  EXPECT_EQ(completed("ledger ann", 2), "annotate\n");
  EXPECT_EQ(completed("ledger annotate --au", 3), "--author\n");
  EXPECT_EQ(completed("run --see", 2), "--seed\n");
  EXPECT_EQ(completed("report --format m", 3), "md\n");
  EXPECT_EQ(completed("history --fail-on st", 3), "stale\n");
  EXPECT_EQ(completed("run quicks", 2), "quickstart\n");
}

TEST(Version, NamesTheCommitAndTheToolkit) {
  const Ended version = warpledger({"--version"}, fresh_folder());
  EXPECT_THAT(version.out, testing::MatchesRegex("warpledger 0\\.[0-9.]+ \\(commit [^,]+, .*CUDA Toolkit.*\\)\n"));
}

TEST(Mistakes, InACommandOrOptionGetTheNearestName) {
  const std::string folder = fresh_folder();
  EXPECT_THAT(warpledger({"qery"}, folder).err, HasSubstr("did you mean `warpledger query`?"));
  EXPECT_THAT(warpledger({"tag"}, folder).err, HasSubstr("did you mean `warpledger ledger tag`?"));
  EXPECT_THAT(warpledger({"ledger", "chek"}, folder).err, HasSubstr("did you mean `warpledger ledger check`?"));
  EXPECT_THAT(warpledger({"ledger"}, folder).out, HasSubstr("ledger merge"));
  EXPECT_THAT(warpledger({"run", "quickstart", "--divice", "host"}, folder).err, HasSubstr("did you mean '--device'?"));
}

TEST(Log, HasTheCommandTheWorkerThePointsAndTheExitCode) {
  const std::string folder = fresh_folder();
  const Ended run = warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--log", "log"}, folder);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string log = read_file(folder + "/log");
  for (const char* text :
       {"warpledger run planted", " started ", " request: measure", " measured right ", " exit code 0"})
    EXPECT_THAT(log, HasSubstr(text));
  const Ended mistake = warpledger({"list", "--log"}, folder);
  EXPECT_EQ(mistake.exit_code, 2);
  EXPECT_THAT(mistake.err, HasSubstr("--log"));
}

TEST(Mistakes, InAValueNameTheArgumentTheValueAndWhatWouldBeRight) {
  const std::string folder = fresh_folder();
  const auto err = [&](const std::vector<std::string>& words) {
    const Ended ended = warpledger(words, folder);
    EXPECT_EQ(ended.exit_code, 2) << testing::PrintToString(words);
    return ended.err;
  };
  EXPECT_THAT(err({"run", "quickstart", "--seed", "-1"}), HasSubstr("--seed: '-1' is not a whole number of 0 or more"));
  EXPECT_THAT(err({"run", "quickstart", "--seed", "99999999999999999999999"}), HasSubstr("--seed: '9999"));
  EXPECT_THAT(err({"plan", "quickstart", "--limit", "-5"}), HasSubstr("--limit: '-5'"));
  EXPECT_THAT(err({"query", "SELECT 1", "--limit", "1e3"}), HasSubstr("--limit: '1e3'"));
  for (const char* none : {"-1", "1.5", "1s 2h", "20m", "1e3", "9999999999"})
    EXPECT_THAT(err({"query", "SELECT 1", "--timeout", none}),
                HasSubstr("--timeout: '" + std::string(none) +
                          "' is not a duration up to 1000000000 s\nhint: write 8h, 2h30min, 90s"));
  for (const char* none : {"0", "25h", "1500ms", "1.5"})
    EXPECT_THAT(err({"autograder", "q", "--output", "f", "--limit", none}),
                HasSubstr("--limit: '" + std::string(none) + "' is not a duration of 1 to 86400 whole seconds"));
  EXPECT_THAT(err({"report", "--format", "3"}), HasSubstr("--format: unknown word '3'\nhint: allowed: text, md"));
  EXPECT_THAT(err({"history", "--shortest-segment", "1"}), HasSubstr("a whole number from 2 to 1000"));
  EXPECT_THAT(err({"report", "--run", ""}), HasSubstr("--run: the value is empty"));
  EXPECT_THAT(err({"run", "q", "--seed"}), HasSubstr("--seed needs a value"));
  EXPECT_THAT(err({"run", "q", "--seed", "1", "--seed", "2"}), HasSubstr("--seed is given more than once"));
  EXPECT_THAT(err({"query"}), HasSubstr("exactly one of these is required: sql, --file"));
  EXPECT_THAT(err({"show"}), HasSubstr("usage: warpledger show"));
  EXPECT_THAT(err({"show", "a", "b"}), HasSubstr("does not take 'b'"));
  EXPECT_THAT(err({"history", "lsu-2024-hw01"}), HasSubstr("an experiment is named by --experiment"));
}

TEST(Mistakes, InWhatAPageIsWrittenToCostNoLedger) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(shell("warpledger example year.db && cp year.db copy.db", folder).exit_code, 0);
  const Ended report = shell("warpledger report samples --db year.db -o year.db", folder);
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_THAT(report.err, HasSubstr("it is not overwritten"));
  EXPECT_EQ(shell("cmp year.db copy.db", folder).exit_code, 0);
}

}  // namespace
}  // namespace warpledger::e2e
