#include "store/query.h"

#include "base/file.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class Query : public LedgerTest {
 protected:
  Query() { write_run(1); }
  std::string refusal(const std::string& sql) const {
    const LedgerReader reader = read_latest();
    return message_of([&] { reader.query(sql); });
  }
};

TEST_F(Query, GivesEachValueItsOwnType) {
  const Table table = read_latest().query("SELECT 1 AS i, 0.5 AS r, 'µs' AS t, NULL AS \"n/a\"");
  EXPECT_THAT(table.columns, ElementsAre("i", "r", "t", "n/a"));
  EXPECT_THAT(table.rows, ElementsAre(std::vector<Cell>{std::int64_t{1}, 0.5, "µs", std::monostate{}}));
}

TEST_F(Query, MayEndWithASemicolonSpaceOrAComment) {
  EXPECT_EQ(value(read_latest(), "\n-- one\nSELECT 1;\n ; -- done\n"), Cell(std::int64_t{1}));
}

TEST_F(Query, MayCheckTheLedger) {
  EXPECT_EQ(value(read_latest(), "PRAGMA integrity_check"), Cell("ok"));
  EXPECT_TRUE(read_latest().query("PRAGMA foreign_key_check").rows.empty());
}

TEST_F(Query, ThatDoesMoreThanReadIsRefused) {
  const std::string before = read_file(path());
  const std::vector<std::string> statements = {"DELETE FROM main.run_stop",
                                               "INSERT INTO main.source VALUES (9, '', '', '')",
                                               "UPDATE main.run SET seed = 1",
                                               "DROP TABLE main.point",
                                               "ATTACH 'other.db' AS other",
                                               "DETACH main",
                                               "PRAGMA user_version = 3",
                                               "PRAGMA journal_mode = DELETE",
                                               "PRAGMA query_only",
                                               "VACUUM",
                                               "VACUUM INTO 'copy.db'",
                                               "BEGIN",
                                               "COMMIT",
                                               "CREATE TEMP TABLE t (x)",
                                               "DELETE FROM temp.selected_run",
                                               "DROP VIEW temp.point",
                                               "REINDEX",
                                               "ANALYZE"};
  for (const std::string& sql : statements)
    EXPECT_EQ(refusal(sql), "SQL:1:1: this statement does more than read\n  " + sql +
                                "\n  ^\nhint: the ledger may only be read: write one SELECT over the views");
  EXPECT_TRUE(read_file(path()) == before);
}

TEST_F(Query, IsOneStatement) {
  EXPECT_EQ(refusal("SELECT 1;\nSELECT 2"),
            "SQL:2:1: a second statement\n  SELECT 2\n  ^\n"
            "hint: the ledger may only be read: write one SELECT over the views");
}

TEST_F(Query, IsNotEmpty) {
  for (const char* sql : {"", " \n", "-- nothing"})
    EXPECT_EQ(refusal(sql), "the query is empty\nhint: the ledger may only be read: write one SELECT over the views");
}

TEST_F(Query, PointsAtAColumnThatDoesNotExist) {
  EXPECT_EQ(refusal("SELECT ordinal,\n       tme_us\nFROM point"),
            "SQL:2:8: no such column: tme_us\n         tme_us\n         ^\n"
            "hint: did you mean 'time_us'?");
}

TEST_F(Query, NamesTheColumnThatWasMeant) {
  const auto hint = [&](const std::string& sql) {
    const std::string text = refusal(sql);
    return text.substr(std::min(text.find("hint: "), text.size()));
  };
  for (const char* name : {"time", "time_ms", "mean", "median", "avg", "Time_Us2", "points.tim_us"})
    EXPECT_EQ(hint(std::string("SELECT ") + name + " FROM points"), "hint: did you mean 'time_us'?") << name;
  EXPECT_EQ(hint("SELECT devce_name FROM runs"), "hint: did you mean 'device_name'?");
  EXPECT_EQ(hint("SELECT experimnt FROM (SELECT * FROM runs)"), "hint: did you mean 'experiment'?");
  EXPECT_EQ(hint("SELECT time FROM runs"), "hint: `warpledger query --columns VIEW` lists the columns")
      << "runs have no time_us";
  EXPECT_EQ(hint("SELECT mean(time_us) FROM points"), "hint: did you mean 'avg' or 'median'?");
  EXPECT_EQ(hint("SELECT zzzzzzzz FROM points"), "hint: `warpledger query --columns VIEW` lists the columns");
}

TEST_F(Query, PointsAtAViewThatDoesNotExist) {
  EXPECT_EQ(refusal("SELECT 1\nFROM pionts"),
            "SQL:2:6: no such table: pionts\n  FROM pionts\n       ^\n"
            "hint: `warpledger query --views` lists the views");
}

TEST_F(Query, TakesNoBlobOfHundredsOfMegabytesIntoMemory) {
  tamper("PRAGMA ignore_check_constraints = ON; UPDATE timing SET samples_ns = zeroblob(80000000)");
  EXPECT_THAT(refusal("SELECT sum(time_ns) FROM samples"),
              testing::HasSubstr("a text, blob or row is larger than 64 MiB\nhint: "));
  EXPECT_EQ(refusal("SELECT kernel FROM points"), "no error");
}

TEST_F(Query, ReadsNoMoreRowsThanWereAskedFor) {
  const LedgerReader reader = read_latest();
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  EXPECT_THAT(reader.query(endless, {}, {.rows = 2}).rows,
              ElementsAre(std::vector<Cell>{std::int64_t{1}}, std::vector<Cell>{std::int64_t{2}}));
  EXPECT_THAT(reader.query(endless, {}, {.rows = 0}).rows, testing::IsEmpty());
  EXPECT_EQ(reader.query("SELECT 7", {}, {.rows = 5}).rows.size(), 1);
}

TEST_F(Query, ThatNeverEndsEndsAtItsDeadline) {
  const QueryLimits limits{.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20)};
  const std::string endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n";
  const LedgerReader reader = read_latest();
  EXPECT_THAT(message_of([&] { reader.query(endless, {}, limits); }),
              testing::HasSubstr("the query takes longer than its time limit"));
  EXPECT_EQ(value(reader, "SELECT 1"), Cell(std::int64_t{1}));  // without the limit
}

constexpr const char* kManyRows =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) SELECT i, printf('%0100d', i) FROM n";

TEST_F(Query, ThatIsHeldWholeNeedsNoMoreMemoryThanItsLimit) {
  const LedgerReader reader = read_latest();
  EXPECT_THAT(message_of([&] { reader.query(kManyRows, {}, {.memory_bytes = 1 << 20}); }),
              testing::HasSubstr("the query needs more memory than its limit of 1 MiB"));
  EXPECT_EQ(reader.query(kManyRows, {}, {.memory_bytes = 16 << 20}).rows.size(), 5000);
}

TEST_F(Query, WhoseAggregateIsTooLargeEndsAtItsLimitOfMemory) {
  const LedgerReader reader = read_latest();
  // group_concat() reports lack of memory only after its last row.
  const std::string numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) ";
  for (const std::string aggregate : {"SELECT median(i) FROM n", "SELECT group_concat(i) FROM n"})
    EXPECT_THAT(message_of([&] { reader.query(numbers + aggregate, {}, {.memory_bytes = 8 << 20}); }),
                testing::HasSubstr("needs more memory than its limit of 8 MiB"))
        << aggregate;
  EXPECT_EQ(value(reader, "SELECT 1"), Cell(std::int64_t{1}));  // without the limit
}

TEST_F(Query, InPartsIsTheWholeAnswerInItsOrder) {
  const LedgerReader reader = read_latest();
  std::int64_t rows = 0, parts = 0;
  const auto take = [&](const Table& part) {
    ++parts;
    ASSERT_EQ(part.columns.size(), 2);
    for (const std::vector<Cell>& row : part.rows) EXPECT_EQ(row.front(), Cell(++rows));
  };
  reader.query_in_parts(kManyRows, take, {.memory_bytes = 1 << 20});
  EXPECT_EQ(rows, 5000);
  EXPECT_GT(parts, 4);
}

TEST_F(Query, InPartsWithoutRowsStillGivesItsColumns) {
  std::vector<Table> parts;
  read_latest().query_in_parts("SELECT 1 AS n WHERE 0", [&](Table part) { parts.push_back(part); });
  ASSERT_EQ(parts.size(), 1);
  EXPECT_THAT(parts.front().columns, ElementsAre("n"));
  EXPECT_THAT(parts.front().rows, testing::IsEmpty());
}

TEST_F(Query, InPartsThatFailsMidwayGivesNoLastPart) {
  const std::string fails =
      "SELECT i, CASE i WHEN 4000 THEN geomean(-1) OVER () END FROM (" + std::string(kManyRows) + ")";
  std::size_t rows = 0;
  const LedgerReader reader = read_latest();
  EXPECT_NE(message_of([&] { reader.query_in_parts(fails, [&](const Table& part) { rows += part.rows.size(); }); }),
            "");
  EXPECT_LT(rows, 4000);
}

TEST_F(Query, PointsAtASyntaxError) {
  EXPECT_EQ(refusal("SELECT 1\nFORM point"),
            "SQL:2:6: near \"point\": syntax error\n  FORM point\n       ^\nhint: correct the query");
}

TEST_F(Query, IsToBlameForALimitThatIsNoNumberAndForATextThatIsTooLong) {
  EXPECT_EQ(refusal("SELECT 1 LIMIT 'a'"), "SQL: datatype mismatch\nhint: correct the query");
  EXPECT_EQ(
      refusal("SELECT zeroblob(2000000000)"),
      "SQL: a text, blob or row is larger than 64 MiB\nhint: ask for less at once; if the ledger has such a value, "
      "`warpledger ledger check` names its row");
}

TEST_F(Query, SaysWhatAFunctionRefuses) {
  EXPECT_EQ(refusal("SELECT num('%d', time_us) FROM point"),
            "SQL: num(): '%d' is not a number format; write one printf conversion of a double, as '%.1f', '%.0f' or "
            "'%.3g'\nhint: correct the query");
}

TEST_F(Query, DoesNotAnswerWithABlob) {
  EXPECT_EQ(refusal("SELECT samples_ns FROM timing"),
            "column 'samples_ns' is a blob\n"
            "hint: use samples_count, samples_min, samples_median or samples_quantile on it");
}

}  // namespace
}  // namespace warpledger
