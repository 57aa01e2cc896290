// Commands that read a ledger, linked without code that starts a worker.
#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "command/command.h"
#include "command/command_line.h"
#include "command/notes.h"
#include "ledger/contents.h"
#include "ledger/made_up_year.h"
#include "spec/library.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

const CommandRow kQuestions[] = {
    {"query", "", add_query, ""},     {"list", "", add_list, ""}, {"report", "", add_report, ""},
    {"history", "", add_history, ""}, {"show", "", add_show, ""}, {"ledger check", "", add_ledger_check, ""},
};

class Questions : public testing::Test {
 protected:
  Questions() {
    setenv("WARPLEDGER_PATH", WARPLEDGER_SOURCE_DIR, 1);
    write_made_up_year(ledger_, WARPLEDGER_SOURCE_DIR "/schema");
  }

  /// Returns the command's output; it must succeed.
  std::string answer(std::vector<std::string> words) const {
    words.insert(words.begin(), "warpledger");
    words.insert(words.end(), {"--db", ledger_});
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    testing::internal::CaptureStdout();
    const int exit_code = run_command_line(kQuestions, static_cast<int>(argv.size()), argv.data());
    const std::string text = testing::internal::GetCapturedStdout();
    EXPECT_EQ(exit_code, kAllOk) << text;
    return text;
  }

  TemporaryFolder folder_;
  std::string ledger_ = (folder_.path() / "year.db").string();
};

TEST_F(Questions, AreAnsweredWithoutAWorker) {
  EXPECT_THAT(answer({"query", "SELECT count(*) AS runs FROM runs", "--format", "csv"}), HasSubstr("106"));
  EXPECT_THAT(answer({"list", "runs"}), HasSubstr("made-up GPU B"));
  EXPECT_THAT(answer({"report", "samples"}), HasSubstr("made-up GPU"));
  EXPECT_THAT(answer({"history", "--kernel", "norm_base", "--set", "warps=4"}), HasSubstr("norm_base"));
  EXPECT_THAT(answer({"show", "latest"}), HasSubstr("norm-weekly"));
}

TEST_F(Questions, ListOfRunsAloneNeedsALedger) {
  ledger_ = folder_.path() / "absent.db";
  const Library library({WARPLEDGER_SOURCE_DIR});
  EXPECT_EQ(contents({.kind = "", .ledger = ledger_}, library).size(), 5u);
  EXPECT_THROW(contents({.kind = "runs", .ledger = ledger_}, library), Error);
}

TEST_F(Questions, ListShowsTheNewestHundredRunsAndHowManyMoreThereAre) {
  const std::string all = answer({"list", "runs"}), newest = answer({"list"});
  EXPECT_THAT(newest, HasSubstr("The newest 100 runs; `warpledger list runs` shows 6 more.\n"));
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  const std::string last_run = all.substr(all.rfind('\n', all.size() - 3) + 1);
  EXPECT_THAT(newest, HasSubstr(last_run.substr(0, last_run.find('\n'))));
  EXPECT_GT(lines(all), 106);
}

TEST_F(Questions, ListOfAKindSaysThatThereIsNone) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(answer({"list", "gradings"}), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "there are no gradings\n");
}

TEST(Users, HaveANameWhereTheEnvironmentHasNone) {
  const char* user_before = std::getenv("USER");
  const std::string before = user_before ? user_before : "";
  setenv("USER", "ada", 1);
  EXPECT_EQ(user(), "ada");
  unsetenv("USER");
  EXPECT_NE(user(), "");
  EXPECT_NE(user(), "ada");
  if (!before.empty()) setenv("USER", before.c_str(), 1);
}

}  // namespace
}  // namespace warpledger
