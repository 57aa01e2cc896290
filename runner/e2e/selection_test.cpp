// Which runs commands select and show: submissions, clocks that are wrong, tags, windows, impossible samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A folder with a made-up year on GPU A and GPU B, whose last night has runs of alice and bobby on GPU A.
class Selection : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fresh_folder();
    const Ended made = in_shell("warpledger example year.db");
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  Ended in_shell(const std::string& command) const { return shell(command, folder_); }
  std::string out_of(const std::string& command) const {
    const Ended ended = in_shell(command);
    EXPECT_EQ(ended.exit_code, 0) << command << '\n' << ended.err;
    return ended.out;
  }
  /// Changes rows of a table of year.db, behind its back.
  void tamper(const std::string& table, const std::string& sql) const {
    const std::string trigger = table + "_no_update";
    out_of("sqlite3 year.db \"PRAGMA ignore_check_constraints = ON; DROP TRIGGER " + trigger + "; " + sql +
           "; CREATE TRIGGER " + trigger + " BEFORE UPDATE ON " + table +
           " BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END\"");
  }
  /// The UUID of the newest run of GPU A that is of no submission.
  std::string newest_of_a() const {
    return out_of(
               "sqlite3 year.db \"SELECT r.uuid FROM run AS r JOIN device AS d ON d.id = r.device WHERE d.name LIKE "
               "'%A' AND submission IS NULL ORDER BY started_utc DESC LIMIT 1\"")
        .substr(0, 36);
  }
  void date_newest_of_a(const std::string& moment) const {
    tamper("run", "UPDATE run SET started_utc = '" + moment + "' WHERE uuid = '" + newest_of_a() + "'");
  }

  std::string folder_;
};

TEST_F(Selection, OfANightIsNotAStudents) {
  const std::string compare =
      "warpledger compare until:2026-11-09 until:2026-11-16 --where device:'GPU A' --db year.db ";
  const std::string page = out_of(compare + "--fail-on faster,slower");
  EXPECT_THAT(page, AllOf(HasSubstr(newest_of_a().substr(0, 8)), Not(HasSubstr("submission"))));
  EXPECT_THAT(out_of("warpledger compare submission:bobby submission:alice --db year.db"), HasSubstr("bobby"));
  EXPECT_THAT(out_of("warpledger compare kernel:norm_base kernel:norm_group --where device:'GPU A' --db year.db"),
              Not(HasSubstr("bobby")));
  EXPECT_THAT(out_of("warpledger compare device:'GPU A' device:'GPU B' --db year.db"), Not(HasSubstr("bobby")));
}

TEST_F(Selection, ByEveryCommandTakesTheSameLatestRun) {
  const std::string newest = out_of(
      "sqlite3 year.db \"SELECT substr(uuid, 1, 8) FROM run WHERE submission IS NULL ORDER BY started_utc DESC LIMIT "
      "1\"");
  const std::string run = newest.substr(0, 8);
  for (const char* command :
       {"show latest", "report run", "query 'SELECT run_uuid FROM run_info'", "checkout latest then",
        "ledger export latest -o night.db", "ledger tag latest newest", "ledger annotate x --run latest"})
    EXPECT_THAT(out_of(std::string("warpledger ") + command + " --db year.db"), HasSubstr(run)) << command;
  EXPECT_THAT(out_of("warpledger query --run submission:bobby 'SELECT submission FROM run_info' --db year.db"),
              HasSubstr("bobby"));
}

TEST_F(Selection, ListsTheSubmissionsOfRuns) {
  EXPECT_THAT(out_of("warpledger list runs --db year.db"), AllOf(HasSubstr("submission"), HasSubstr("bobby")));
  EXPECT_THAT(out_of("warpledger list runs --format json --db year.db"), HasSubstr("\"submission\": \"alice\""));
}

TEST_F(Selection, KeepsSubmissionsOutOfHistoriesAndSites) {
  EXPECT_THAT(out_of("warpledger history --db year.db"), Not(HasSubstr("bobby")));
  EXPECT_THAT(out_of("warpledger history --submission bobby --db year.db"), HasSubstr("submission bobby"));
  out_of("warpledger site public --db year.db");
  EXPECT_EQ(in_shell("grep -rl bobby public").out, "");
  out_of("warpledger site hers --submission bobby --db year.db");
  EXPECT_NE(in_shell("grep -rl bobby hers").out, "");
}

TEST_F(Selection, OfALedgerOfSubmissionsSaysHowToNameOne) {
  out_of("warpledger ledger export submission:bobby -o his.db --db year.db");
  for (const char* command : {"compare latest latest", "report", "show latest", "history"})
    EXPECT_THAT(in_shell(std::string("warpledger ") + command + " --db his.db").err,
                AllOf(HasSubstr("submissions"), HasSubstr("bobby")))
        << command;
  const Ended query = in_shell("warpledger query 'SELECT count(*) AS runs FROM runs' --format csv --db his.db");
  EXPECT_EQ(query.out, "runs\n1\n");
  EXPECT_THAT(query.err, HasSubstr("views of one run are empty, as only runs of submissions meet 'latest'"));
}

TEST_F(Selection, ShowsAWindowOfWhatAllRunsSay) {
  const std::string history =
      "warpledger history --kernel norm_group --set d_l=32 --set warps=8 --device 'GPU A' --db year.db ";
  const std::string since_may = out_of(history + "--since 2026-05");
  EXPECT_THAT(since_may, AllOf(HasSubstr("2 changes in 29 of 52 values, the last 2026-07-13"),
                               ContainsRegex("2026-05-25[^\n]* CHANGE\\s+360 -> 403.3")));
  EXPECT_THAT(out_of(history + "--since 2026-04-21"), HasSubstr("2 changes in 30 of 52 values"));
  EXPECT_THAT(out_of(history + "--since 2026-06 --until 2026-07-01"),
              HasSubstr("no change in this window: 5 of 52 values"));
}

TEST_F(Selection, ShowsNoNoteOfBeforeTheWindow) {
  out_of("warpledger ledger annotate 'note of May' --at 2026-05-26 --author ada --db year.db");
  const std::string history =
      "warpledger history --kernel norm_group --set d_l=32 --set warps=8 --device 'GPU B' --db year.db ";
  for (const char* format : {"text", "csv", "json", "html", "md"}) {
    const std::string as = std::string("--format ") + format;
    EXPECT_THAT(out_of(history + "--since 2026-08 " + as), Not(HasSubstr("note of May"))) << format;
    EXPECT_THAT(out_of(history + "--since 2026-05 " + as), HasSubstr("of May (ada)")) << format;
  }
}

TEST_F(Selection, TakesNoRunOfTheFutureForTheNewest) {
  date_newest_of_a("2040-01-01T00:00:00.000Z");
  const std::string odd = "1 run is dated later than now";
  EXPECT_THAT(out_of("warpledger show latest --db year.db"), Not(HasSubstr("2040")));
  const Ended history = in_shell("warpledger history --kernel norm_base --db year.db");
  EXPECT_THAT(history.out, Not(HasSubstr("2040")));
  EXPECT_THAT(history.err, HasSubstr(odd));
  const Ended stale = in_shell("warpledger history --changed --since 2030 --fail-on stale --db year.db");
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_THAT(stale.out, AllOf(HasSubstr("STALE: nothing was measured since 2030"), HasSubstr(odd)));
  out_of("warpledger site public --db year.db");
  EXPECT_THAT(read_file(folder_ + "/public/index.html"), AllOf(HasSubstr("since 2026-10-17"), HasSubstr(odd)));
}

TEST_F(Selection, ReportsRunsOfTheFuture) {
  date_newest_of_a("2040-01-01T00:00:00.000Z");
  const std::string odd = "1 run is dated later than now";
  EXPECT_THAT(out_of("warpledger doctor --db year.db"), ContainsRegex("NOT   ledger: year.db: 106 runs; " + odd));
  const Ended run = in_shell("warpledger run planted --set kernel=right --device host --quiet --db year.db");
  EXPECT_THAT(run.err, AllOf(HasSubstr(odd), HasSubstr("of 2040-01-01 00:00")));
  EXPECT_THAT(in_shell("cp year.db lab.db; warpledger ledger merge lab.db --db year.db").err, HasSubstr(odd));
  out_of("warpledger ledger forget " +
         out_of("sqlite3 year.db \"SELECT uuid FROM run WHERE started_utc LIKE '2040%'\"").substr(0, 36) +
         " --db year.db");
  EXPECT_THAT(out_of("warpledger doctor --db year.db"), Not(HasSubstr(odd)));
}

TEST_F(Selection, LeavesATagToItsRun) {
  out_of("warpledger ledger tag latest~1 spring --db year.db");
  const Ended taken = in_shell("warpledger ledger tag latest spring --db year.db");
  EXPECT_EQ(taken.exit_code, 2);
  EXPECT_THAT(taken.err, AllOf(HasSubstr("has the tag 'spring'"), HasSubstr("--move")));
  const std::string before = out_of("warpledger query 'SELECT run_uuid FROM tags' --format csv --db year.db");
  EXPECT_THAT(out_of("warpledger ledger tag latest spring --move --db year.db"), HasSubstr("has the tag 'spring'"));
  EXPECT_NE(out_of("warpledger query 'SELECT run_uuid FROM tags' --format csv --db year.db"), before);
}

TEST_F(Selection, MergesNoTagThatIsTaken) {
  out_of(
      "warpledger ledger tag latest~1 spring --db year.db && warpledger ledger export latest -o sent.db --db year.db");
  out_of("warpledger ledger tag latest spring --db sent.db && warpledger ledger tag latest winter --db sent.db");
  const std::string before = out_of("warpledger query --run tag:spring 'SELECT run_uuid FROM run_info' --db year.db");
  const std::string merged = out_of("warpledger ledger merge sent.db --db year.db");
  EXPECT_THAT(merged, AllOf(ContainsRegex("\nsent.db: brought: tag winter of run [0-9a-f]{8} of 2026-11-16"),
                            ContainsRegex("\nsent.db: left out: tag about run [0-9a-f]{8}, by [^\n]*: spring\n")));
  EXPECT_EQ(out_of("warpledger query --run tag:spring 'SELECT run_uuid FROM run_info' --db year.db"), before);
}

TEST_F(Selection, OfAnImpossibleSampleEndsAtOnceAndNamesIt) {
  const std::string point =
      "point IN (SELECT id FROM point WHERE ordinal = 3 AND run = (SELECT id FROM run WHERE uuid = '" + newest_of_a() +
      "'))";
  // A little-endian double, and what it is as a time in µs.
  const std::vector<std::pair<std::string, std::string>> odd = {{"0000000000000000", "0"},
                                                                {"000000000000F07F", "9e999"},
                                                                {"00000000000059C0", "-0.1"},
                                                                {"9C7500883CE4377E", "1e297"}};
  const std::string compare = "warpledger compare until:2026-11-09 latest --where device:'GPU A' --db year.db";
  for (const auto& [sample, us] : odd) {
    tamper("timing", "UPDATE timing SET samples_ns = CAST(x'" + sample +
                         "' || substr(samples_ns, 9) AS BLOB), min_us = " + us + ", max_us = " + us + " WHERE " +
                         point);
    for (const std::string& command : {compare, std::string("warpledger history --kernel norm_base --db year.db"),
                                       std::string("warpledger site public --db year.db"),
                                       "warpledger report --run " + newest_of_a() + " --db year.db"}) {
      const Ended refused = in_shell("timeout 60 " + command);
      EXPECT_EQ(refused.exit_code, 2) << command << us << refused.out;
      EXPECT_THAT(refused.err, ContainsRegex("point 3 of run [0-9a-f]{8} \\(norm_base [^\n]*\\): ")) << command;
      EXPECT_THAT(refused.out + refused.err, Not(ContainsRegex("[^a-z]nan %|-nan")));
    }
  }
  EXPECT_THAT(in_shell("warpledger ledger check --db year.db").out, HasSubstr("times and clocks of launches"));
  out_of("warpledger ledger forget " + newest_of_a() + " --db year.db");
  EXPECT_EQ(in_shell(compare).exit_code, 2) << "both sides are the same run now";
  out_of("warpledger history --kernel norm_base --db year.db");
}

TEST_F(Selection, TakesNoMemoryForABlobOfHundredsOfMegabytes) {
  if (is_sanitized()) GTEST_SKIP() << "AddressSanitizer maps terabytes";
  tamper("timing",
         "UPDATE timing SET samples_ns = zeroblob(200000000) WHERE point = (SELECT min(p.id) FROM point AS p "
         "JOIN run AS r ON r.id = p.run WHERE r.uuid = '" +
             newest_of_a() + "')");
  const Ended refused =
      in_shell("ulimit -v 900000; warpledger compare until:2026-11-09 latest --where device:'GPU A' --db year.db");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("larger than 64 MiB"));
  EXPECT_THAT(in_shell("warpledger ledger check --db year.db").out,
              ContainsRegex("point [0-9]+ of run [0-9a-f]{8}:\\s+a\\s+value\\s+is\\s+larger\\s+than\\s+64\\s+MiB"));
}

}  // namespace
}  // namespace warpledger::e2e
