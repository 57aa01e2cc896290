#include <SQLiteCpp/Database.h>
#include <fmt/format.h>

#include "store/content_id.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"
#include "store/noise_floor.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kForgetAll =
    "INSERT INTO note SELECT content_id('forget', id, started_utc, 'gone', '2030-01-01T00:00:00.000Z', 'mallory'), "
    "'forget', id, started_utc, 'gone', '2030-01-01T00:00:00.000Z', 'mallory' FROM mine.run;";
constexpr const char* kAddPoints =
    "INSERT INTO adjustment VALUES (content_id('lsu-2024-hw01', 'anna', '', '50', '', 'gift', "
    "'2030-01-01T00:00:00.000Z', 'mallory'), 'lsu-2024-hw01', 'anna', NULL, 50, NULL, 'gift', "
    "'2030-01-01T00:00:00.000Z', 'mallory');";

/// A ledger with three of Anna's runs, and a received file with one run.
class MergeTrust : public LedgerTest {
 protected:
  void SetUp() override {
    RunInfo info = run_info();
    info.submission = "anna";
    for (int i = 0; i < 3; ++i) write_run(2, info);
    LedgerWriter writer(sent(), kSchema);
    run_ = writer.begin_run(run_info());
    for (int i = 0; i < 2; ++i) writer.record(job(i), result(i));
    writer.end_run("finished", "");
    write_note(sent(), kSchema, {.run = "latest", .text = "warm day", .author = "bob"});
  }
  std::string sent() const { return in_folder("sent.db"); }
  /// The ledger is attached as `mine`.
  void tamper(const std::string& sql) const {
    SQLite::Database database(sent(), SQLite::OPEN_READWRITE);
    register_content_functions(database.getHandle());
    database.exec("ATTACH '" + path() + "' AS mine");
    database.exec("PRAGMA foreign_keys = OFF");
    database.exec(sql);
  }
  Merged merge(const MergeTake& take = {}) const { return merge_ledger(path(), sent(), kSchema, take); }
  Cell ask(const std::string& sql) const { return value(LedgerReader(path(), kSchema), sql); }
  Cell visible_runs() const { return ask("SELECT count(*) FROM runs WHERE NOT forgotten"); }

  std::string run_;  ///< in the received file
};

TEST_F(MergeTrust, AddsTheFilesRunWithItsNotesAndTheirAuthors) {
  write_noise_floor(sent(), kSchema, {.run = "latest", .tool_version = "0.1.0", .comparisons = 200});
  const Merged merged = merge();
  EXPECT_EQ(merged.runs.added, 1);
  EXPECT_EQ(merged.notes.added, 1);
  EXPECT_THAT(merged.left_out, IsEmpty());
  EXPECT_EQ(ask("SELECT author || ' of ' || run_uuid FROM notes"), Cell("bob of " + run_));
  EXPECT_EQ(ask("SELECT count(*) FROM noise_floors"), Cell(std::int64_t{1}));
}

TEST_F(MergeTrust, ChangesNothingForRunsThatTheFileDoesNotHold) {
  tamper(kForgetAll + std::string(kAddPoints));
  const Merged merged = merge();
  EXPECT_EQ(merged.runs.added, 1);
  EXPECT_EQ(merged.notes.added, 1);
  EXPECT_EQ(merged.left_out.size(), 4u);
  EXPECT_EQ(visible_runs(), Cell(std::int64_t{4}));
  EXPECT_EQ(ask("SELECT count(*) FROM adjustments"), Cell(std::int64_t{0}));
  const std::string once = rows_of(path());
  EXPECT_EQ(merge().left_out.size(), 4u);
  EXPECT_TRUE(rows_of(path()) == once);
}

TEST_F(MergeTrust, TakesThemWhenAskedAndNamesEach) {
  tamper(kForgetAll + std::string(kAddPoints));
  const Merged merged = merge({.notes = true, .adjustments = true});
  EXPECT_EQ(merged.taken.size(), 4u);
  EXPECT_THAT(merged.taken, testing::Contains(HasSubstr("forget about run ")));
  EXPECT_THAT(merged.left_out, IsEmpty());
  EXPECT_EQ(visible_runs(), Cell(std::int64_t{1}));
  EXPECT_EQ(ask("SELECT points FROM adjustments"), Cell(50.0));
  EXPECT_THAT(merge({.notes = true, .adjustments = true}).taken, IsEmpty());
}

TEST_F(MergeTrust, TakesANoteAboutAMomentOnlyWhenAsked) {
  write_note(sent(), kSchema, {.run = "", .about_utc = "2026-07-03T00:00:00.000Z", .text = "\x1b[2J", .author = "bob"});
  const Merged merged = merge();
  ASSERT_EQ(merged.left_out.size(), 1u);
  EXPECT_THAT(merged.left_out.front(), testing::StartsWith("note about 2026-07-03T00:00:00.000Z, by bob at "));
  EXPECT_THAT(merged.left_out.front(), testing::EndsWith(": \\x1b[2J"));
  EXPECT_EQ(merge({.notes = true}).taken, merged.left_out);
}

TEST_F(MergeTrust, LeavesOutANoteOfARunThatNobodyHolds) {
  tamper("INSERT INTO note VALUES (content_id('tag', 7, '', 'x', '', ''), 'tag', 7, '', 'x', '', '')");
  EXPECT_EQ(merge({.notes = true}).left_out.size(), 1u);
}

TEST_F(MergeTrust, BringsATagAndNamesIt) {
  write_note(sent(), kSchema, {.kind = "tag", .run = run_, .text = "winter\x1b", .author = "bob"});
  EXPECT_THAT(merge().tags, ElementsAre(HasSubstr("tag winter\\x1b of run " + run_.substr(0, 8) + " of 20")));
  EXPECT_THAT(merge().tags, IsEmpty());
  EXPECT_EQ(ask("SELECT run_uuid FROM tags"), Cell(run_));
}

TEST_F(MergeTrust, DoesNotMoveATag) {
  const std::string own = write_run(1);
  write_note(path(), kSchema, {.kind = "tag", .run = own, .text = "spring"});
  write_note(sent(), kSchema, {.kind = "tag", .run = run_, .text = "spring", .author = "mallory"});
  for (int i = 0; i < 2; ++i) {
    const Merged merged = merge();
    EXPECT_THAT(merged.left_out, ElementsAre(testing::MatchesRegex("tag about run .*, by mallory at .*: spring")));
    EXPECT_THAT(merged.tags, IsEmpty());
  }
  EXPECT_EQ(ask("SELECT run_uuid FROM tags"), Cell(own));
  EXPECT_THAT(merge({.notes = true}).left_out, testing::SizeIs(1)) << "--take does not move it either";
}

TEST_F(MergeTrust, DoesNotTakeATagAway) {
  merge();
  write_note(path(), kSchema, {.kind = "tag", .run = run_, .text = "spring"});
  write_note(sent(), kSchema, {.kind = "tag", .run = run_, .text = "spring"});
  write_note(sent(), kSchema, {.kind = "untag", .run = run_, .text = "spring", .author = "mallory"});
  EXPECT_THAT(merge().left_out, ElementsAre(testing::MatchesRegex("untag about run .*, by mallory at .*: spring")));
  EXPECT_EQ(ask("SELECT tag FROM tags"), Cell("spring"));
}

TEST_F(MergeTrust, BringsNoTagThatTheFileGivesToTwoRuns) {
  LedgerWriter writer(sent(), kSchema);
  writer.begin_run(run_info());
  writer.end_run("finished", "");
  tamper(
      "INSERT INTO note SELECT content_id('tag', id, started_utc, 'spring', started_utc, 'bob'), 'tag', id, "
      "started_utc, 'spring', started_utc, 'bob' FROM run");
  const Merged merged = merge();
  EXPECT_EQ(merged.runs.added, 2);
  EXPECT_THAT(merged.left_out, testing::SizeIs(2));
  EXPECT_EQ(ask("SELECT count(*) FROM tags"), Cell(std::int64_t{0}));
}

struct Attack {
  std::string name, sql, told;
};

class MergeAttack : public MergeTrust, public testing::WithParamInterface<Attack> {};

TEST_P(MergeAttack, IsRefusedAndChangesNothing) {
  tamper(GetParam().sql);
  const std::string before = rows_of(path());
  const std::string told = message_of([&] { merge({.notes = true, .adjustments = true}); });
  EXPECT_THAT(told, testing::StartsWith(sent() + ": the ledger is damaged:\n  "));
  EXPECT_THAT(told, HasSubstr(GetParam().told));
  EXPECT_TRUE(rows_of(path()) == before);
  EXPECT_THAT(message_of([&] { merge_ledger(in_folder("new.db"), sent(), kSchema); }), HasSubstr(GetParam().told));
  EXPECT_FALSE(std::filesystem::exists(in_folder("new.db")));
}

const std::string kNoUpdateOfMetric =
    "CREATE TRIGGER metric_no_update BEFORE UPDATE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); "
    "END";

INSTANTIATE_TEST_SUITE_P(
    Rows, MergeAttack,
    testing::Values(
        Attack{"AlteredNumber",
               "DROP TRIGGER metric_no_update; UPDATE metric SET value = value / 2 WHERE point & 1 = 1;" +
                   kNoUpdateOfMetric,
               "points, their checks and metrics: point 1 of run "},
        Attack{"PointOfAFinishedRun",
               "INSERT INTO point SELECT id + 2, run, ordinal + 2, configuration, outcome, reason, wall_s FROM point "
               "WHERE ordinal = 0; INSERT INTO point_digest SELECT point + 2, digest FROM point_digest LIMIT 1",
               "ends of runs: end of run "},
        Attack{"MetricOfNoPoint", "INSERT INTO metric SELECT 7, kind, value, absence FROM metric LIMIT 1",
               "a row of metric refers to no row of point"},
        Attack{"NoteThatIsNotItsId", "INSERT INTO note VALUES (7, 'note', NULL, '', 'hello', '', '')",
               "notes: hello: differs from what was written"},
        Attack{"Trigger", "CREATE TRIGGER more AFTER INSERT ON note BEGIN SELECT 1; END", "added: trigger more"},
        Attack{"View", "DROP TABLE adjustment; CREATE VIEW adjustment AS SELECT 1", "missing: table adjustment"},
        Attack{"ViewOfPoints", "DROP VIEW points; CREATE VIEW points AS SELECT 1 AS time_us", "changed: view points"}),
    [](const auto& of) { return of.param.name; });

TEST_F(MergeTrust, ReadsOnlyTheDigestsWhenNothingIsNew) {
  merge();
  const std::string before = rows_of(path());
  tamper("DROP TRIGGER metric_no_update; UPDATE metric SET value = value / 2;" + kNoUpdateOfMetric);
  const Merged again = merge();
  EXPECT_EQ(again.runs.already_there, 1);
  EXPECT_EQ(again.points.already_there, 2);
  EXPECT_EQ(again.points.added, 0);
  EXPECT_TRUE(rows_of(path()) == before);
}

}  // namespace
}  // namespace warpledger
