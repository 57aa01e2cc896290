#include "ledger/grading_conditions.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/sql_text.h"
#include "ledger/ledger_reader.h"
#include "ledger/made_up_year.h"
#include "spec/grading_fixture.h"
#include "store/view_comments.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

constexpr const char* kFile = "experiments/x.yaml";

class GradingSql : public testing::Test {
 protected:
  /// With the test's files and the repository's schema/ and metric groups.
  Library library() const { return Library({files_.root(), WARPLEDGER_SOURCE_DIR}); }

  std::string message(const std::string& goal) {
    files_.edit(kFile, "goal: n > 0", "goal: " + goal);
    return files_.message([&] { check_grading(load_experiment(library(), "x"), library()); });
  }

  std::vector<std::string> columns(const std::string& sql) const {
    const LedgerReader empty = open_empty_ledger(library());
    return GradingConditions(empty, load_experiment(library(), "x")).columns_of({.sql = sql, .place = {}});
  }

  GradedLibrary files_;
};

TEST_F(GradingSql, KnowsParametersAxesWorkAndMetricsWithoutALedger) {
  EXPECT_EQ(
      message("n > 0 and per = 1 and a > 0 and elements > 0 and warps < 4 and read_bytes = 0 and l2_read_norm < 2"),
      "no error");
}

TEST_F(GradingSql, OfTheShippedAssignmentsIsRight) {
  for (const char* name : {"lsu-2024-hw01", "lsu-2023-hw01"})
    EXPECT_EQ(files_.message([&] { check_grading(load_experiment(library(), name), library()); }), "no error");
}

TEST_F(GradingSql, RefusesAnUnknownColumnAtItsPlace) {
  EXPECT_EQ(message("n > 0 and BXW <= 0.1"),
            R"text(experiments/x.yaml:30:28: not a condition on the view points: no such column: BXW
          - {goal: n > 0 and BXW <= 0.1, where: "per = 2", need: share, points: 10}
                             ^
hint: `warpledger query --columns points` lists its columns)text");
}

TEST_F(GradingSql, RefusesAQuotedNameThatSqliteWouldTakeForAText) {
  EXPECT_EQ(message("'\"read_byte\" < 1'"),
            R"text(experiments/x.yaml:30:19: not a condition on the view points: no such column: read_byte
          - {goal: '"read_byte" < 1', where: "per = 2", need: share, points: 10}
                    ^
hint: did you mean 'read_bytes'? `warpledger query --columns points` lists its columns)text");
}

TEST_F(GradingSql, RefusesWhatIsNoConditionOfOnePoint) {
  EXPECT_THAT(message("max(n) > 1"),
              testing::StartsWith("experiments/x.yaml:30:18: not a condition on the view points: "
                                  "misuse of aggregate"));
}

TEST_F(GradingSql, RefusesToEndTheQuery) {
  EXPECT_THAT(message("1) FROM points; SELECT (1"), testing::HasSubstr("not a condition on the view points"));
}

TEST_F(GradingSql, RefusesToCloseWhatTheQueryOpens) {
  EXPECT_EQ(message("l2_write_norm <= 1.3) OR (1 = 1"),
            R"text(experiments/x.yaml:30:38: not a condition on the view points: no parenthesis is open here
          - {goal: l2_write_norm <= 1.3) OR (1 = 1, where: "per = 2", need: share, points: 10}
                                       ^
hint: remove this ), or open it with a ()text");
}

TEST_F(GradingSql, TakesParenthesesOfItsOwnAndInTexts) { EXPECT_EQ(message("(n > 0) OR (kernel = ')')"), "no error"); }

TEST_F(GradingSql, RefusesAComparisonOfAComparisonAtItsPlace) {
  EXPECT_EQ(message("0.9 <= l2_read_norm <= 1.1"),
            R"text(experiments/x.yaml:30:38: not a condition on the view points: a comparison has two sides
          - {goal: 0.9 <= l2_read_norm <= 1.1, where: "per = 2", need: share, points: 10}
                                       ^
hint: write 0.9 <= l2_read_norm AND l2_read_norm <= 1.1)text");
  files_.edit(kFile, "goal: 0.9 <= l2_read_norm <= 1.1", "goal: n > 0");
  files_.edit(kFile, "where: \"per = 2\"", "where: \"1 < per < 4\"");
  EXPECT_THAT(files_.message([&] { check_grading(load_experiment(library(), "x"), library()); }),
              testing::HasSubstr("hint: write 1 < per AND per < 4"));
}

TEST_F(GradingSql, KnowsWhichColumnsAreNumbersAndWhichAreTexts) {
  for (const char* column : {"n", "per", "a", "elements", "WARPS", "read_bytes", "l2_read_norm", "time_us",
                             "bank_conflicts_per_request", "sm_count", "run", "throttled"}) {
    EXPECT_THAT(message(std::string("\"") + column + " <= '-1'\""), testing::HasSubstr("hint: write -1 without quotes"))
        << column;
    files_.edit(kFile, std::string("goal: \"") + column + " <= '-1'\"", "goal: n > 0");
  }
  for (const char* column : {"kernel", "outcome", "device_name", "reason", "identity", "started_utc", "clock"}) {
    EXPECT_THAT(message(std::string("4 = ") + column), testing::HasSubstr("hint: write '4' in quotes")) << column;
    files_.edit(kFile, std::string("goal: 4 = ") + column, "goal: n > 0");
    EXPECT_EQ(message(std::string(column) + " = 'x'"), "no error") << column;
    files_.edit(kFile, std::string("goal: ") + column + " = 'x'", "goal: n > 0");
  }
}

TEST_F(GradingSql, TakesTheUnitsOfColumnsForTheirTypesWhichAreThoseOfRealValues) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "year.db";
  write_made_up_year(path, schema_folder(library().roots()));
  const LedgerReader ledger(path, schema_folder(library().roots()));
  const ViewComments comments(schema_folder(library().roots()));
  int texts = 0, numbers = 0;
  for (const std::string& column : ledger.query("SELECT * FROM points LIMIT 0").columns) {
    const auto meaning = comments.meaning("points", column);
    if (!meaning) continue;
    const std::string name = quoted_name(column);
    const Table types = ledger.query("SELECT DISTINCT typeof(" + name + ") FROM points WHERE " + name + " IS NOT NULL");
    for (const std::vector<Cell>& row : types.rows) {
      EXPECT_EQ(text_in(row[0]) == "text", meaning->unit.empty()) << column;
      ++(meaning->unit.empty() ? texts : numbers);
    }
  }
  EXPECT_GT(texts, 10);
  EXPECT_GT(numbers, 20);
}

TEST_F(GradingSql, NamesTheColumnsOfACondition) {
  EXPECT_THAT(columns("l2_read_norm <= 1.05 AND N = 3 and kernel <> 'per' and \"read_bytes\" > n"),
              ElementsAre("l2_read_norm", "n", "kernel", "read_bytes"));
}

TEST_F(GradingSql, TakesNoTextCommentOrOtherNameForAColumn) {
  EXPECT_THAT(columns("kernel <> 'n' /* per */ AND abs(points.n) > 0 -- a\n"), ElementsAre("kernel", "n"));
  EXPECT_THAT(columns("run IN (SELECT run AS per FROM tags WHERE tag = 'a')"), ElementsAre("run"));
}

TEST_F(GradingSql, RefusesWhatTheViewHasNotThoughATableWould) {
  EXPECT_THAT(message("rowid > 0"), testing::ContainsRegex("no such column: (rowid|ROWID)"));
}

TEST_F(GradingSql, IsPutToTheLedgerAsItWasChecked) {
  const LedgerReader empty = open_empty_ledger(library());
  const GradingConditions conditions(empty, load_experiment(library(), "x"));
  const PointCondition condition{.sql = "points.n > 0 AND read_bytes > 0", .place = {}};
  EXPECT_THAT(conditions.columns_of(condition), ElementsAre("n", "read_bytes"));
  for (const PointNumbers numbers : {PointNumbers::measured, PointNumbers::modelled})
    EXPECT_TRUE(empty.query(conditions.select("n", "TRUE", condition, numbers)).rows.empty());
}

}  // namespace
}  // namespace warpledger
