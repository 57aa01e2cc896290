#include "store/notes.h"

#include <SQLiteCpp/Database.h>

#include "store/export.h"
#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Notes : public LedgerTest {
 protected:
  std::string say(const Note& note) const { return write_note(path(), kSchema, note); }
  std::vector<Row> rows(const std::string& sql) const { return LedgerReader(path(), kSchema).query(sql).rows; }
};

TEST_F(Notes, OfARunStandWhereTheRunStarted) {
  const std::string run = write_run(0);
  EXPECT_EQ(say({.run = run.substr(0, 8), .text = "new fan", .author = "ada"}), run);
  EXPECT_THAT(rows("SELECT run_uuid, text, author, about_utc = (SELECT started_utc FROM runs) FROM annotations"),
              ElementsAre(Row{run, "new fan", "ada", std::int64_t{1}}));
}

TEST_F(Notes, OfAMomentBelongToNoRun) {
  write_run(0);
  EXPECT_EQ(say({.about_utc = "2026-03-01T00:00:00.000Z", .text = "driver 590"}), "");
  EXPECT_THAT(rows("SELECT run_uuid, about_utc, text FROM annotations"),
              ElementsAre(Row{std::monostate{}, "2026-03-01T00:00:00.000Z", "driver 590"}));
}

TEST_F(Notes, TagARunUntilTheTagIsRemoved) {
  const std::string run = write_run(0);
  say({.kind = "tag", .run = run, .text = "spring"});
  say({.kind = "tag", .run = run, .text = "baseline"});
  EXPECT_THAT(rows("SELECT tag FROM tags ORDER BY tag"), ElementsAre(Row{"baseline"}, Row{"spring"}));
  say({.kind = "untag", .run = run, .text = "spring"});
  EXPECT_THAT(rows("SELECT tag FROM tags"), ElementsAre(Row{"baseline"}));
  EXPECT_THAT(rows("SELECT tags FROM runs"), ElementsAre(Row{"baseline"}));
  EXPECT_THAT(rows("SELECT count(*) FROM notes"), ElementsAre(Row{std::int64_t{3}}));
}

TEST_F(Notes, GiveATagToOneRunOnly) {
  const std::string first = write_run(0), second = write_run(0);
  say({.kind = "tag", .run = first, .text = "spring"});
  EXPECT_THAT(message_of([&] { say({.kind = "tag", .run = second, .text = "spring"}); }),
              AllOf(HasSubstr("run " + first.substr(0, 8) + " of 20"), HasSubstr(" has the tag 'spring'\nhint: "),
                    HasSubstr("--move")));
  EXPECT_THAT(rows("SELECT run_uuid FROM tags"), ElementsAre(Row{first}));
  say({.kind = "tag", .run = second, .text = "Spring"});
  EXPECT_THAT(rows("SELECT count(*) FROM tags"), ElementsAre(Row{std::int64_t{2}}));
}

TEST_F(Notes, MoveATag) {
  const std::string first = write_run(0), second = write_run(0);
  say({.kind = "tag", .run = first, .text = "spring"});
  say({.kind = "tag", .run = second, .text = "spring", .moves = true});
  EXPECT_THAT(rows("SELECT run_uuid FROM tags"), ElementsAre(Row{second}));
  say({.kind = "tag", .run = second, .text = "spring", .moves = true});
  EXPECT_THAT(rows("SELECT count(*) FROM notes"), ElementsAre(Row{std::int64_t{3}})) << "it is there already";
  say({.kind = "tag", .run = second, .text = "new", .moves = true});
  EXPECT_THAT(rows("SELECT tag FROM tags ORDER BY tag"), ElementsAre(Row{"new"}, Row{"spring"}));
}

TEST_F(Notes, TakeATagFromAForgottenRunOnlyByMovingIt) {
  const std::string first = write_run(0), second = write_run(0);
  say({.kind = "tag", .run = first, .text = "spring"});
  say({.kind = "forget", .run = first});
  EXPECT_THAT(message_of([&] { say({.kind = "tag", .run = second, .text = "spring"}); }), HasSubstr("has the tag"));
  say({.kind = "tag", .run = second, .text = "spring", .moves = true});
  EXPECT_THAT(rows("SELECT run_uuid FROM tags"), ElementsAre(Row{second}));
}

TEST_F(Notes, LeaveATagThatTwoRunsHaveToOneOfThem) {
  const std::string first = write_run(0), second = write_run(0);
  say({.kind = "tag", .run = first, .text = "spring"});
  tamper("INSERT INTO note SELECT 1, 'tag', id, started_utc, 'spring', started_utc, 'ada' FROM run WHERE uuid = '" +
         second + "'");
  EXPECT_THAT(rows("SELECT count(*) FROM tags"), ElementsAre(Row{std::int64_t{2}}));
  say({.kind = "tag", .run = first, .text = "spring", .moves = true});
  EXPECT_THAT(rows("SELECT run_uuid FROM tags"), ElementsAre(Row{first}));
}

TEST_F(Notes, HideAForgottenRunUntilItIsRecalled) {
  const std::string kept = write_run(1), forgotten = write_run(1);
  say({.kind = "forget", .run = forgotten, .text = "fan was blocked"});
  EXPECT_THAT(rows("SELECT DISTINCT run_uuid FROM points"), ElementsAre(Row{kept}));
  EXPECT_THAT(rows("SELECT why FROM forgotten"), ElementsAre(Row{"fan was blocked"}));
  EXPECT_EQ(value(read_latest(), "SELECT run_uuid FROM run_info"), Cell(kept));
  LedgerReader asked(path(), kSchema);
  asked.select_run(forgotten);
  EXPECT_EQ(value(asked, "SELECT run_uuid FROM point"), Cell(forgotten));
  say({.kind = "recall", .run = forgotten});
  EXPECT_THAT(rows("SELECT count(*) FROM points"), ElementsAre(Row{std::int64_t{2}}));
  EXPECT_THAT(rows("SELECT run FROM forgotten"), IsEmpty());
}

TEST_F(Notes, AreRefusedWhenTheyWouldChangeNothing) {
  const std::string run = write_run(0), begin = run.substr(0, 8);
  EXPECT_EQ(message_of([&] { say({.kind = "untag", .run = run, .text = "spring"}); }),
            path() + ": run " + begin + " has no tag 'spring'\nhint: `warpledger list` shows the tags of each run");
  say({.kind = "tag", .run = run, .text = "spring"});
  EXPECT_EQ(message_of([&] { say({.kind = "tag", .run = run, .text = "spring"}); }),
            path() + ": run " + begin + " already has the tag 'spring'\nhint: choose another tag");
  EXPECT_EQ(message_of([&] { say({.kind = "recall", .run = run}); }),
            path() + ": run " + begin + " is not forgotten\nhint: `warpledger list --all` shows which are");
  say({.kind = "forget", .run = run});
  EXPECT_EQ(message_of([&] { say({.kind = "forget", .run = run}); }),
            path() + ": run " + begin + " is already forgotten\nhint: `warpledger list --all` shows it");
  EXPECT_THAT(rows("SELECT count(*) FROM notes"), ElementsAre(Row{std::int64_t{2}}));
}

TEST_F(Notes, NeedALedger) {
  EXPECT_EQ(message_of([&] { say({.text = "hello"}); }),
            path() + ": there is no ledger here\nhint: run an experiment first, or name its ledger with --db");
  EXPECT_FALSE(std::filesystem::exists(path()));
}

using testing::ElementsAre;

class Adjustments : public LedgerTest {
 protected:
  void write_submission() const {
    RunInfo anna = run_info();
    anna.submission = "anna";
    write_run(0, anna);
  }
  void adjust(const Adjustment& adjustment) const { write_adjustment(path(), kSchema, adjustment); }
  static Adjustment late() {
    Adjustment made;
    made.experiment = "lsu-2024-hw01";
    made.submission = "anna";
    made.percent = -10;
    made.reason = "one day late";
    made.author = "ada";
    return made;
  }
  static Adjustment decision() {
    Adjustment made = late();
    made.percent.reset();
    made.points = 2.5;
    made.problem = "Problem 1";
    made.reason = "counters were refused";
    return made;
  }
};

TEST_F(Adjustments, AreKeptAsTheyWereWritten) {
  write_submission();
  adjust(late());
  adjust(decision());
  const Table rows = LedgerReader(path(), kSchema)
                         .query(
                             "SELECT submission, problem, points, percent, reason, author FROM adjustments "
                             "WHERE experiment = 'lsu-2024-hw01' AND written_utc > '2026'");
  constexpr std::monostate kNull;
  EXPECT_THAT(rows.rows,
              testing::UnorderedElementsAre(Row{"anna", kNull, kNull, -10.0, "one day late", "ada"},
                                            Row{"anna", "Problem 1", 2.5, kNull, "counters were refused", "ada"}));
}

TEST_F(Adjustments, OfManyAreWrittenOnceAndAllOrNone) {
  write_submission();
  adjust(late());
  const auto count = [&] {
    return whole_in(LedgerReader(path(), kSchema).query("SELECT count(*) FROM adjustments").rows.at(0).at(0));
  };
  EXPECT_EQ(write_adjustments(path(), kSchema, {late(), decision()}), 1U);
  EXPECT_EQ(count(), 2);
  Adjustment again = late(), of_nobody = late();
  again.reason = "another day late";
  of_nobody.submission = "ana";
  EXPECT_THAT(message_of([&] {
                write_adjustments(path(), kSchema, {again, of_nobody});
              }),
              testing::HasSubstr("did you mean 'anna'?"));
  EXPECT_EQ(count(), 2);
}

TEST_F(Adjustments, AreRefusedForANameThatSubmittedNothing) {
  write_run(0);
  EXPECT_EQ(message_of([&] { adjust(late()); }),
            path() +
                ": this ledger has no submission for 'lsu-2024-hw01'\n"
                "hint: grade the submissions first, or name their ledger with --db");
  write_submission();
  Adjustment mistyped = late();
  mistyped.submission = "ana";
  EXPECT_EQ(message_of([&] { adjust(mistyped); }),
            path() + ": 'lsu-2024-hw01' has no submission 'ana'\nhint: did you mean 'anna'? allowed: anna");
}

TEST_F(Adjustments, AreMergedOnce) {
  write_submission();
  adjust(late());
  const std::string into = in_folder("all.db");
  for (int i = 0; i < 2; ++i) merge_ledger(into, path(), kSchema, {.adjustments = true});
  EXPECT_EQ(value(LedgerReader(into, kSchema), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{1}));
}

TEST_F(Adjustments, AreExportedWithTheRunOfTheirSubmission) {
  write_submission();
  adjust(late());
  const std::string hers = in_folder("hers.db"), others = in_folder("others.db");
  export_run(path(), "latest", hers, kSchema);
  EXPECT_EQ(value(LedgerReader(hers, kSchema), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{1}));
  export_run(path(), write_run(0), others, kSchema);
  EXPECT_EQ(value(LedgerReader(others, kSchema), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{0}));
}

TEST_F(Adjustments, AreVerified) {
  write_submission();
  adjust(late());
  adjust(decision());
  const auto problems = [&] {
    for (const Verified& one : verify_ledger(path(), kSchema))
      if (one.what == "adjustments") return one.problems;
    return std::vector<std::string>{"not looked at"};
  };
  EXPECT_THAT(problems(), testing::IsEmpty());
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec("DROP TRIGGER adjustment_no_update; UPDATE adjustment SET percent = 10 WHERE percent < 0");
  EXPECT_THAT(problems(), ElementsAre("anna, one day late: differs from what was written"));
}

}  // namespace
}  // namespace warpledger
