#include "store/ledger_check.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "store/ledger_fixture.h"
#include "store/merge.h"
#include "store/noise_floor.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LedgerCheck : public LedgerTest {
 protected:
  /// Returns "points, their checks and metrics: point 0 of run ...: differs from what was written".
  std::vector<std::string> problems() const {
    std::vector<std::string> all;
    for (const Verified& one : verify_ledger(path(), kSchema))
      for (const std::string& problem : one.problems) all.push_back(one.what + ": " + without_uuid(problem));
    return all;
  }
  /// Changes the ledger without its triggers.
  void change(const std::string& table, const std::string& sql) const {
    SQLite::Database database(path(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA ignore_check_constraints = ON");
    std::string triggers;
    SQLite::Statement rows(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?");
    rows.bind(1, table);
    std::vector<std::string> names;
    while (rows.executeStep()) {
      names.push_back(rows.getColumn(0));
      triggers += rows.getColumn(1).getString() + ";";
    }
    rows.reset();
    for (const std::string& name : names) database.exec("DROP TRIGGER " + name);
    database.exec(sql);
    database.exec(triggers);
  }
  void write_everything() const {
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.submission = "anna";
    info.texts = {{"kernels/norm/family.yaml", "family: norm"}};
    uuid_ = writer.begin_run(info);
    for (int i = 0; i < 2; ++i) {
      Result one = result(i);
      one.prepare_timing = one.timing;
      one.metrics.push_back(modelled("l1_hit_pct", 50, 0, 100, Confidence::poor));
      writer.record(job(i), one);
    }
    writer.add_estimates(0, {modelled("l1_hit_pct", 60, 0, 100, Confidence::good)});
    writer.end_run("finished", "");
    write_note(path(), kSchema, {.run = "latest", .text = "warm day", .author = "anna"});
    write_noise_floor(path(), kSchema, {.run = "latest", .tool_version = "0.1.0", .comparisons = 200});
  }

  mutable std::string uuid_;

 private:
  std::string without_uuid(std::string text) const {
    for (const std::string& uuid : {uuid_, uuid_.substr(0, 8)})
      if (const auto at = text.find(uuid); !uuid.empty() && at != std::string::npos) text.replace(at, uuid.size(), "R");
    return text;
  }
};

TEST_F(LedgerCheck, FindsNothingInWhatWasWritten) {
  write_everything();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(LedgerCheck, FindsTimesAndClocksThatNoLaunchHas) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::pair<Sample, std::string>> odd = {{{0, 2520}, "sample 0 is 0 ns"},
                                                           {{-100, 2520}, "sample 0 is -100 ns"},
                                                           {{inf, 2520}, "sample 0 is inf ns"},
                                                           {{std::nan(""), 2520}, "sample 0 is nan ns"},
                                                           {{1e300, 2520}, "sample 0 is 1e+300 ns"},
                                                           {{1e5, 0}, "sample 0 has a clock of 0 MHz"},
                                                           {{1e5, inf}, "sample 0 has a clock of inf MHz"}};
  LedgerWriter writer(path(), kSchema);
  uuid_ = writer.begin_run(run_info());
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < odd.size(); ++i) {
    Result ended = result(static_cast<std::int64_t>(i));
    ended.timing = Timing{{odd[i].first}, "cuda event", "max_relative_error"};
    writer.record(job(ended.ordinal), ended);
    expected.push_back("times and clocks of launches: point " + std::to_string(i) +
                       " of run R (norm_base d_l=32 n_l=147456 "
                       "blocks=128 warps=1): " +
                       odd[i].second);
  }
  writer.end_run("finished", "");
  EXPECT_THAT(problems(), testing::UnorderedElementsAreArray(expected));
  EXPECT_THAT(
      message_of([&] { merge_ledger(in_folder("all.db"), path(), kSchema); }),
      testing::AllOf(testing::HasSubstr("the ledger is damaged"), testing::HasSubstr(expected[0].substr(0, 30))));
  EXPECT_FALSE(std::filesystem::exists(in_folder("all.db")));
}

TEST_F(LedgerCheck, FindsAPrepareTimeOfZero) {
  LedgerWriter writer(path(), kSchema);
  uuid_ = writer.begin_run(run_info());
  Result ended = result(0);
  ended.prepare_timing = Timing{{{0, {}}}, "cuda event", "max_relative_error"};
  writer.record(job(0), ended);
  EXPECT_THAT(problems(), ElementsAre(testing::HasSubstr("sample 0 is 0 ns")));
}

TEST_F(LedgerCheck, NamesTheRowOfAValueThatIsTooLarge) {
  write_everything();
  change("timing", "UPDATE timing SET samples_ns = zeroblob(80000000) WHERE point & 1 = 1");
  EXPECT_THAT(problems(), testing::Contains("samples: point 1 of run R: a value is larger than 64 MiB"));
  change("source", "UPDATE source SET text = hex(zeroblob(40000000)) WHERE name = 'norm.h'");
  EXPECT_THAT(problems(),
              testing::Contains(testing::MatchesRegex("texts of sources: norm.h, .*: a value is larger than 64 MiB")));
}

TEST_F(LedgerCheck, FindsASourceThatStandsInAnotherPlaceOfItsProgram) {
  write_everything();
  change("program_source", "UPDATE program_source SET place = place + 100");
  EXPECT_THAT(problems(), testing::Each(testing::StartsWith("programs: ")));
  EXPECT_THAT(problems(), testing::Not(IsEmpty()));
}

TEST_F(LedgerCheck, FindsNothingInNumbersAndTextsThatSqliteKeepsInItsOwnWay) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Result odd = result(0);
  odd.reason = std::string("a\0b\xf6\n", 5);
  odd.wall_s = -0.0;
  odd.checks = {{"z", 1, 0, kNan}, {"a", 1, 1, -0.0}};
  odd.metrics = {{"nan", kNan, "1", "cupti", ""},
                 {"infinite", -kInfinity, "1", "cupti", ""},
                 {"minus_zero", -0.0, "1", "cupti", ""},
                 {"tiny", std::numeric_limits<double>::denorm_min(), "1", "cupti", ""},
                 {"whole", 9007199254740993.0, "1", "cupti", ""},
                 {"tenth", 0.1, "1", "cupti", ""},
                 modelled("modelled", -0.0, -kInfinity, kInfinity, Confidence::poor),
                 modelled("also", kNan, 0, 1, Confidence::poor)};
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), odd);
  writer.end_run("interrupted", "");
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(LedgerCheck, FindsNothingInARunThatWasResumed) {
  {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(job(0), result(0));
    writer.end_run("interrupted", "Ctrl-C");
  }
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  writer.record(job(1), result(1));
  writer.resume_run(run_info(), "");
  writer.end_run("finished", "");
  EXPECT_THAT(problems(), IsEmpty());
}

struct Alteration {
  std::string table, sql, found;
};

class LedgerCheckOf : public LedgerCheck, public testing::WithParamInterface<Alteration> {};

TEST_P(LedgerCheckOf, FindsAnAlteredRow) {
  write_everything();
  change(GetParam().table, GetParam().sql);
  EXPECT_THAT(problems(), testing::Contains(testing::StartsWith(GetParam().found)));
}

const std::string kSecondPoint = "points, their checks and metrics: point 1 of run R: differs from what was written";

INSTANTIATE_TEST_SUITE_P(
    Tables, LedgerCheckOf,
    testing::Values(
        Alteration{"run", "UPDATE run SET settings = '{}'", "runs: run R: differs from what was written"},
        Alteration{"run", "UPDATE run SET submission = NULL", "runs: run R: differs from what was written"},
        Alteration{"run", "UPDATE run SET campaign = 'mine'", "runs: run R: differs from what was written"},
        Alteration{"run_text", "DELETE FROM run_text", "runs: run R: differs from what was written"},
        Alteration{"run_digest", "DELETE FROM run_digest", "runs: run R: differs from what was written"},
        Alteration{"run_start", "UPDATE run_start SET host = 'another'",
                   "starts of runs: start 1 of run R: differs from what was written"},
        Alteration{"run_stop", "UPDATE run_stop SET outcome = 'failed'",
                   "ends of runs: end of run R: differs from what was written"},
        Alteration{"point", "UPDATE point SET wall_s = 0.125 WHERE ordinal = 1", kSecondPoint},
        Alteration{"metric", "UPDATE metric SET value = value + 1 WHERE point & 1 = 1 AND value = 40", kSecondPoint},
        Alteration{"metric", "DELETE FROM metric WHERE point & 1 = 1 AND value = 40", kSecondPoint},
        Alteration{"check_result", "UPDATE check_result SET mismatches = 1 WHERE point & 1 = 1", kSecondPoint},
        Alteration{"prepare_timing", "UPDATE prepare_timing SET clock = 'mine' WHERE point & 1 = 1", kSecondPoint},
        Alteration{"timing", "DELETE FROM timing WHERE point & 1 = 1", kSecondPoint},
        Alteration{"timing", "UPDATE timing SET median_us = 0.5 WHERE point & 1 = 1", kSecondPoint},
        Alteration{"timing", "UPDATE timing SET min_us = 1 WHERE point & 1 = 1",
                   "summaries of samples: point 1 of run R: differs from what was written"},
        Alteration{"point_digest", "DELETE FROM point_digest WHERE point & 1 = 1", kSecondPoint},
        Alteration{"estimate", "UPDATE estimate SET value = 51 WHERE point & 1 = 1",
                   "estimates: generation 0 of point 1 of run R: differs from what was written"},
        Alteration{"estimate_digest", "DELETE FROM estimate_digest WHERE generation = 1",
                   "estimates: generation 1 of point 0 of run R: differs from what was written"},
        Alteration{"source", "UPDATE source SET sha256 = '' WHERE name = 'norm.h'",
                   "texts of sources: norm.h, : differs from what was written"},
        Alteration{"note", "UPDATE note SET author = 'bob'", "notes: warm day: differs from what was written"},
        Alteration{"noise_floor", "UPDATE noise_floor SET false_verdicts = 7 WHERE false_verdicts = 0",
                   "noise floors: "}),
    [](const auto& of) { return of.param.table + std::to_string(of.index); });

TEST_F(LedgerCheck, FindsARunThatWasMovedToAnotherShardOrOutOfItsCampaign) {
  RunInfo info = run_info();
  info.campaign = "c0";
  info.shard = "2/8";
  uuid_ = write_run(1, info);
  EXPECT_THAT(problems(), IsEmpty());
  change("run", "UPDATE run SET shard = '3/8'");
  EXPECT_THAT(problems(), testing::Contains("runs: run R: differs from what was written"));
  change("run", "UPDATE run SET shard = NULL, campaign = NULL");
  EXPECT_THAT(problems(), testing::Contains("runs: run R: differs from what was written"));
}

TEST_F(LedgerCheck, FindsAPointThatAFinishedRunHasLostOrWon) {
  write_run(1);
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec(
      "DROP TRIGGER point_digest_no_delete; DELETE FROM point_digest;"
      "CREATE TRIGGER point_digest_no_delete BEFORE DELETE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is "
      "append only'); END");
  EXPECT_THAT(problems(), testing::Contains(testing::StartsWith("ends of runs: end of run ")));
}

TEST_F(LedgerCheck, NamesWhatDiffersFromTheSchemaAndIgnoresWhatOthersAdded) {
  write_run(1);
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec(
      "CREATE TABLE mine (x); CREATE INDEX mine_by_x ON mine (x); CREATE INDEX more ON point (wall_s);"
      "CREATE VIEW slowest AS SELECT max(time_us) FROM points");
  EXPECT_THAT(problems(), IsEmpty());
  database.exec(
      "DROP TRIGGER note_no_delete; DROP INDEX note_by_run; DROP VIEW points; CREATE VIEW points AS SELECT 1 AS "
      "time_us;"
      "CREATE TRIGGER more AFTER INSERT ON note BEGIN SELECT 1; END");
  EXPECT_THAT(problems(), ElementsAre("tables, indexes, triggers, views: missing: index note_by_run",
                                      "tables, indexes, triggers, views: missing: trigger note_no_delete",
                                      "tables, indexes, triggers, views: added: trigger more"));
}

TEST_F(LedgerCheck, AsksNothingOfAViewThatNeverEnds) {
  write_run(1);
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec(
      "DROP TABLE adjustment; CREATE VIEW adjustment AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM "
      "n) "
      "SELECT i AS id FROM n");
  EXPECT_THAT(problems(), testing::Contains("tables, indexes, triggers, views: missing: table adjustment"));
}

}  // namespace
}  // namespace warpledger
