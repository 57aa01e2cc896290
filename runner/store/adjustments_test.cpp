#include <SQLiteCpp/Database.h>

#include "store/ledger_fixture.h"
#include "store/merge.h"
#include "store/notes.h"
#include "store/verify.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class Adjustments : public LedgerTest {
 protected:
  /// A ledger with a run of Anna's.
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
  const Table rows = LedgerReader(path(), kSchema, {})
                         .query(
                             "SELECT submission, problem, points, percent, reason, author FROM adjustments "
                             "WHERE experiment = 'lsu-2024-hw01' AND written_utc > '2026'");
  constexpr std::monostate kNull;
  EXPECT_THAT(rows.rows,
              testing::UnorderedElementsAre(Row{"anna", kNull, kNull, -10.0, "one day late", "ada"},
                                            Row{"anna", "Problem 1", 2.5, kNull, "counters were refused", "ada"}));
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
  EXPECT_EQ(value(LedgerReader(into, kSchema, {}), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{1}));
}

TEST_F(Adjustments, AreExportedWithTheRunOfTheirSubmission) {
  write_submission();
  adjust(late());
  const std::string hers = in_folder("hers.db"), others = in_folder("others.db");
  export_run(path(), "latest", hers, kSchema);
  EXPECT_EQ(value(LedgerReader(hers, kSchema, {}), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{1}));
  export_run(path(), write_run(0), others, kSchema);
  EXPECT_EQ(value(LedgerReader(others, kSchema, {}), "SELECT count(*) FROM adjustments"), Cell(std::int64_t{0}));
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
