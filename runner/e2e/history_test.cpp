// `warpledger history` on runs that the program itself made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

TEST(History, FollowsAPointAndSaysWhatChanged) {
  const std::string folder = fresh_folder();
  const std::vector<std::string> run = {"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"};
  ASSERT_EQ(warpledger(run, folder).exit_code, 0);
  std::vector<std::string> other = run;
  other.insert(other.end(), {"--set", "measure.min_samples=2"});
  const Ended second = warpledger(other, folder);
  ASSERT_EQ(second.exit_code, 0) << second.err;
  ASSERT_EQ(warpledger({"ledger", "annotate", "a new cooler", "--run", "latest", "--author", "ada"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"history", "--kernel", "right"}, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("right "));
  EXPECT_THAT(ended.out, HasSubstr("\ntime_us: no change found: 2 values around "));
  EXPECT_THAT(ended.out,
              ContainsRegex("source\\s+or\\s+settings\\s+changed;\\s+note:\\s+a\\s+new\\s+cooler\\s+\\(ada\\)"));
  EXPECT_THAT(warpledger({"history", "--format", "json"}, folder).out, HasSubstr("\"observations\": ["));
}

TEST(History, NamesWhatIsNear) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"history", "--experiment", "plantd"}, folder);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err,
            "warpledger: --experiment: 'plantd' is not in this ledger\n"
            "hint: did you mean 'planted'? allowed: planted\n");
}

/// A year of six GPUs: at its end, C has lower clocks, D a new driver, E is not measured, F fails.
class ChangedHistory : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    ASSERT_EQ(warpledger({"example", "lab.db", "--devices", "6"}, folder_).exit_code, 0);
  }
  static Ended changed(const std::string& more) {
    return shell("warpledger history --changed --db lab.db " + more, folder_);
  }
  static inline std::string folder_;
};

TEST_F(ChangedHistory, NamesEachSeriesWithItsCause) {
  const std::string csv = changed("--since 2026-10-17 --format csv").out;
  EXPECT_THAT(csv, ContainsRegex("\nFAILING,,norm_base d_l=8 [^\n]*,made-up GPU F,[^\n]*ok -> incorrect"));
  EXPECT_THAT(csv, ContainsRegex("\nSLOWER,9[^\n]*,made-up GPU C,[^\n]*SM clock 2520 -> 2310 MHz"));
  EXPECT_THAT(csv, ContainsRegex("\nSUSPECTED SLOWER,[^\n]*,made-up GPU D,[^\n]*driver 590.12 -> 595.40"));
  EXPECT_THAT(csv, testing::Not(HasSubstr("made-up GPU A")));
}

TEST_F(ChangedHistory, EndsWithOneForWhatFailOnNames) {
  EXPECT_EQ(changed("--since 2026-10-17").exit_code, 0);
  for (const char* kind : {"slower", "changed", "suspected", "failing"})
    EXPECT_EQ(changed(std::string("--since 2026-10-17 --fail-on ") + kind).exit_code, 1) << kind;
  for (const char* kind : {"faster", "stale"})
    EXPECT_EQ(changed(std::string("--since 2026-10-17 --fail-on ") + kind).exit_code, 0) << kind;
  EXPECT_EQ(changed("--since 2026-10-17 --device 'GPU A' --fail-on changed,suspected,failing").exit_code, 0);
}

TEST_F(ChangedHistory, SaysWhatWasNotMeasured) {
  EXPECT_THAT(
      changed("--since 2026-10-17").out,
      HasSubstr("8 series were not measured: 8 of 8 of norm-weekly on made-up GPU E (newest 2026-06-22 04:00)"));
  const Ended stale = changed("--since 2030 --fail-on stale");
  EXPECT_THAT(stale.out,
              StartsWith("STALE: nothing was measured since 2030; the newest run with a value began 2026-11-16 05:00"));
  EXPECT_EQ(stale.exit_code, 1);
}

TEST_F(ChangedHistory, OfTheLastWeekIsThatOfNewRuns) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"history", "--changed", "--fail-on", "stale,changed"}, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("nothing changed since 20"));
  EXPECT_THAT(ended.out, HasSubstr("1 of 1 series were measured, 0 of them in enough runs to see a change"));
}

TEST_F(ChangedHistory, RefusesWhatItCannotSay) {
  EXPECT_THAT(changed("--metric l2_gbs --fail-on slower").err, HasSubstr("'l2_gbs' is not a time"));
  EXPECT_THAT(changed("--format html").err, HasSubstr("hint: `warpledger site FOLDER` writes a site"));
  EXPECT_EQ(changed("--since soon").exit_code, 2);
  EXPECT_EQ(shell("warpledger history --fail-on slower --db lab.db", folder_).exit_code, 2);
}

TEST_F(ChangedHistory, IsTheFirstPageOfASite) {
  const Ended ended = shell("warpledger site public --title '<b>lab' --since 2026-10-17 --db lab.db", folder_);
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, ContainsRegex("48 series on [0-9]+ files, [0-9.]+ MB: public/index.html"));
  const std::string page = read_file(folder_ + "/public/index.html");
  EXPECT_THAT(page, HasSubstr("series changed since 2026-10-17"));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;lab"));
  EXPECT_EQ(shell("warpledger site public --db lab.db", folder_).exit_code, 0) << "a site is replaced";
  EXPECT_THAT(shell("warpledger site . --db lab.db", folder_).err, HasSubstr("this folder is not a site"));
}

}  // namespace
}  // namespace warpledger::e2e
