// Marks of modelled columns depend on what a statement reads, not on its values.
#include "store/lineage.h"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <regex>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LineageTest : public LedgerTest {
 protected:
  /// A measured and modelled run, a failed point, a submission's point and, last, a run on the host. Some modelled
  /// numbers equal measured ones.
  void write_mixed_ledger() const {
    {
      LedgerWriter writer(path(), kSchema);
      writer.begin_run(run_info());
      for (int i = 0; i < 4; ++i) writer.record(job_of(i), result(i));
      Result failed = result(4);
      failed.outcome = Outcome::crashed;
      failed.reason = "an illegal address";
      failed.timing.reset();
      failed.metrics.clear();
      writer.record(job_of(4), failed);
      writer.add_estimates(1, estimates(648806.4));
      writer.end_run("finished", "");
    }
    RunInfo submitted = run_info();
    submitted.submission = "anna";
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(submitted);
    writer.record(job_of(0), result(0));
    writer.end_run("finished", "");
    writer.begin_run(host_info());
    for (int i = 0; i < 4; ++i) {
      Result on_host = result(i);
      on_host.metrics = estimates(147456.0 * (i + 1));
      on_host.metrics.push_back({"registers", 40.0 + i, "register", "attribute", ""});
      writer.record(job_of(i), on_host);
    }
    writer.end_run("finished", "");
  }

  static std::vector<Metric> estimates(double instructions) {
    return {modelled("inst_executed", instructions, 0.5 * instructions, 2 * instructions, Confidence::good),
            modelled("l2_read_bytes", 32, 1, 64, Confidence::poor)};
  }

  static Job job_of(int i) {
    Job one = job(i);
    one.kernel = i % 2 == 0 ? "norm_base" : "norm_group";
    one.identity = fmt::format("{} d_l={} blocks=128 warps=1", one.kernel, i);
    for (Quantity& quantity : one.quantities)
      if (quantity.name == "d_l") quantity.value = i;
    return one;
  }

  /// Returns "~" for a marked column, "-" for another one.
  static std::string marks(const LedgerReader& reader, const std::string& sql) {
    const Table table = reader.query(sql);
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += table.is_modelled(i) ? '~' : '-';
    return text;
  }
};

TEST_F(LineageTest, MarksNothingOfAStatementThatReadsNoModelledColumn) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  for (const char* sql :
       {"SELECT kernel, insn_per_el FROM points ORDER BY insn_per_el LIMIT 3",
        "SELECT insn_per_el, count(*) FROM points GROUP BY 1 LIMIT 5", "SELECT time_us * 2, registers FROM point",
        "SELECT kernel, max(d_l), 1 + warps FROM points_modelled", "SELECT count(*) FROM points_modelled",
        "SELECT run, name, confidence, reason FROM estimates", "SELECT * FROM metric_reason", "SELECT 1",
        "WITH p AS (SELECT kernel AS k, 2 * time_us AS t FROM point) SELECT k, 2 * t FROM p"})
    EXPECT_THAT(reader.query(sql).modelled, IsEmpty()) << sql;
}

TEST_F(LineageTest, GivesStoredValuesWhateverElseTheLedgerHolds) {
  write_mixed_ledger();
  const Table table = read_latest().query("SELECT kernel, insn_per_el FROM points WHERE insn_per_el > 0 ORDER BY 2, 1");
  ASSERT_EQ(table.rows.size(), 5);
  for (const Row& row : table.rows) {
    EXPECT_THAT(text_in(row[0]), testing::StartsWith("norm_"));
    EXPECT_NEAR(number_in(row[1]).value(), 4.4, 1e-6);
  }
}

TEST_F(LineageTest, MarksWhatDependsOnAModelledColumnAndNoNameParameterLaunchOrOutcome) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  const std::pair<const char*, const char*> kStatements[] = {
      {"SELECT kernel, d_l, warps, blocks, insn_per_el FROM point WHERE insn_per_el > 0 ORDER BY 5 LIMIT 4", "----~"},
      {"SELECT kernel, d_l, CASE WHEN insn_per_el < 2 THEN 'good' ELSE 'bad' END FROM points_modelled", "--~"},
      {"SELECT outcome, identity, device_name, inst_executed_low FROM points_modelled", "---~"},
      {"SELECT kernel AS k, sum(inst_executed) OVER () FROM points_modelled", "-~"},
      {"SELECT p.kernel, m.inst_executed - p.inst_executed FROM points p JOIN points_modelled m USING (point)", "-~"},
      {"WITH best AS (SELECT kernel, min(insn_per_el) AS least FROM points_modelled GROUP BY kernel) SELECT * FROM "
       "best",
       "-~"},
      {"SELECT name, unit, modelled, upper, measured, difference FROM estimates", "--~~-~"},
      {"SELECT value, name FROM main.estimate", "~-"},
      {"SELECT kernel, (SELECT modelled FROM estimates AS e WHERE e.point = p.point LIMIT 1) FROM points AS p", "-~"},
      {"SELECT value FROM json_each((SELECT json_group_array(insn_per_el) FROM points_modelled))", "~"},
      {"SELECT kernel FROM points UNION SELECT insn_per_el FROM points_modelled", "~"},
      {"SELECT * FROM (VALUES ((SELECT kernel FROM points LIMIT 1)), ((SELECT insn_per_el FROM points_modelled LIMIT "
       "1)))",
       "~"},
      {"SELECT registers, inst_executed FROM explaining_estimates", "-~"},
      {"SELECT name, identity, measured, modelled, inside_bounds FROM model_check", "---~~"},
      // Names of a common table expression's columns are arbitrary.
      {"WITH points AS (SELECT insn_per_el + 1 AS x FROM points_modelled) SELECT x FROM points", "~"},
      {"WITH point (x) AS (SELECT insn_per_el + 1 FROM points_modelled) SELECT x FROM point", "~"},
      {"WITH a AS (SELECT 1), explaining_estimates AS NOT MATERIALIZED (SELECT inst_executed * 2 AS x FROM "
       "points_modelled) SELECT x FROM explaining_estimates",
       "~"},
      {"WITH \"model_check\" /* AS ( */ AS (SELECT inst_executed * 2 AS x FROM points_modelled) SELECT x FROM "
       "model_check",
       "~"},
      {"WITH readings AS (SELECT insn_per_el AS x, kernel AS k FROM points_modelled) SELECT x + 0, k FROM readings",
       "~-"},
  };
  for (const auto& [sql, expected] : kStatements) EXPECT_EQ(marks(reader, sql), expected) << sql;
}

TEST_F(LineageTest, FollowsViewsOfOthers) {
  write_mixed_ledger();
  SQLite::Database(path(), SQLite::OPEN_READWRITE)
      .exec(
          "CREATE VIEW cheap AS SELECT kernel AS k, insn_per_el AS i FROM points_modelled;"
          "CREATE VIEW either AS SELECT kernel AS x FROM points UNION ALL SELECT inst_executed FROM points_modelled;"
          "CREATE VIEW plain AS SELECT kernel AS k FROM points");
  const LedgerReader reader = read_latest();
  EXPECT_EQ(marks(reader, "SELECT k, i FROM cheap"), "-~");
  EXPECT_EQ(marks(reader, "SELECT x FROM either"), "~");
  EXPECT_EQ(marks(reader, "SELECT k FROM plain"), "-");
}

TEST_F(LineageTest, NamesTheColumnsThatWereRead) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  EXPECT_THAT(reader.query("SELECT insn_per_el, kernel FROM point WHERE l2_read_bytes > 0").reads_modelled,
              ElementsAre("point.insn_per_el", "point.l2_read_bytes"));
}

TEST_F(LineageTest, MarksThePointsOfAGpusRunOnlyInTheModelledView) {
  write_mixed_ledger();
  LedgerReader reader(path(), kSchema);
  reader.select_run(text_in(reader.query("SELECT min(run_uuid) FROM runs WHERE submission = 'anna'").rows[0][0]));
  EXPECT_EQ(marks(reader, "SELECT kernel, insn_per_el FROM point"), "--");
  EXPECT_EQ(marks(reader, "SELECT kernel, insn_per_el FROM point_modelled"), "-~");
}

TEST_F(LineageTest, OfThePointsOfAHostDiffersFromThoseMeasuredInModelledColumnsOnly) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  const Table shown = reader.query("SELECT * FROM point ORDER BY point");
  const Table measured = reader.query("SELECT * FROM points WHERE run = (SELECT run FROM run_info) ORDER BY point");
  const std::vector<std::string> modelled = reader.query("SELECT * FROM points_modelled LIMIT 0").columns;
  ASSERT_EQ(shown.columns, measured.columns);
  for (std::size_t row = 0; row < shown.rows.size(); ++row)
    for (std::size_t i = 0; i < shown.columns.size(); ++i) {
      const bool may_differ =
          std::ranges::count(modelled, shown.columns[i] + "_low") > 0 || shown.columns[i] == "counter_source";
      if (may_differ) continue;
      EXPECT_EQ(shown.rows[row][i], measured.rows[row][i]) << shown.columns[i];
    }
}

class RandomStatements {
 public:
  explicit RandomStatements(unsigned seed) : random_(seed) {}

  std::string next() {
    switch (one_of(6)) {
      case 0:
        return fmt::format("SELECT {}, {} FROM {} AS a {} ORDER BY 1, 2 LIMIT {}", expression("a"), expression("a"),
                           view(), filter("a"), 1 + one_of(9));
      case 1:
        return fmt::format("SELECT a.{}, count(*), {}({}) FROM {} AS a {} GROUP BY 1 ORDER BY 1, 2, 3", name(),
                           aggregate(), expression("a"), view(), filter("a"));
      case 2:
        return fmt::format("SELECT {}, {} FROM {} AS a JOIN {} AS b ON a.point = b.point {} ORDER BY 1, 2",
                           expression("a"), expression("b"), view(), view(), filter("b"));
      case 3:
        return fmt::format("WITH c AS (SELECT {} AS x, a.{} AS y FROM {} AS a) SELECT y, x FROM c ORDER BY y, x",
                           expression("a"), name(), view());
      case 4:
        return fmt::format("SELECT a.{}, {}({}) OVER (PARTITION BY a.kernel) FROM {} AS a ORDER BY 1, 2", name(),
                           aggregate(), expression("a"), view());
      default:
        return fmt::format("SELECT {} FROM {} AS a UNION {} SELECT (SELECT max({}) FROM {} AS b) ORDER BY 1",
                           expression("a"), view(), one_of(2) == 0 ? "ALL" : "", expression("b"), view());
    }
  }

 private:
  int one_of(int count) { return std::uniform_int_distribution<>(0, count - 1)(random_); }
  std::string view() { return one_of(2) == 0 ? "points" : "points_modelled"; }
  std::string name() {
    static const char* const kNames[] = {"kernel", "d_l", "warps", "outcome", "device_backend", "identity"};
    return kNames[one_of(6)];
  }
  std::string number() {
    static const char* const kNumbers[] = {"insn_per_el", "inst_executed", "l2_read_norm",
                                           "d_l",         "registers",     "elements"};
    return kNumbers[one_of(6)];
  }
  std::string aggregate() {
    static const char* const kAggregates[] = {"min", "max", "sum", "total"};
    return kAggregates[one_of(4)];
  }
  std::string expression(const char* of) {
    switch (one_of(5)) {
      case 0:
        return fmt::format("{}.{}", of, name());
      case 1:
        return fmt::format("{}.{}", of, number());
      case 2:
        return fmt::format("{0}.{1} + coalesce({0}.{2}, 1)", of, number(), number());
      case 3:
        return fmt::format("CASE WHEN {0}.{1} > 2 THEN {0}.{2} ELSE {0}.{3} END", of, number(), name(), number());
      default:
        return fmt::format("round({}.{}, 1)", of, number());
    }
  }
  std::string filter(const char* of) {
    return one_of(2) == 0 ? "" : fmt::format("WHERE {}.{} IS NOT NULL", of, number());
  }

  std::mt19937 random_;
};

TEST_F(LineageTest, OfAThousandRandomStatementsIsThatOfAPlainCopyOfTheRows) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  SQLite::Database copy(in_folder("copy.db"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  copy.exec(
      fmt::format("ATTACH '{}' AS ledger; CREATE TABLE points AS SELECT * FROM ledger.points;"
                  "CREATE TABLE points_modelled AS SELECT * FROM ledger.points_modelled; DETACH ledger",
                  path()));
  const auto rows_of_copy = [&](const std::string& sql) {
    SQLite::Statement statement(copy, sql);
    std::vector<Row> rows;
    while (statement.executeStep()) {
      Row& row = rows.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        const SQLite::Column cell = statement.getColumn(i);
        row.push_back(cell.isNull()      ? Cell()
                      : cell.isInteger() ? Cell(cell.getInt64())
                      : cell.isFloat()   ? Cell(cell.getDouble())
                                         : Cell(cell.getString()));
      }
    }
    return rows;
  };
  const std::regex modelled_columns("(insn_per_el|inst_executed|l2_read_norm)");
  RandomStatements statements(20261128);
  int marked = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string sql = statements.next();
    const Table answer = reader.query(sql);
    EXPECT_EQ(answer.rows, rows_of_copy(sql)) << sql;
    const bool reads_model =
        sql.find("points_modelled") != std::string::npos && std::regex_search(sql, modelled_columns);
    EXPECT_TRUE(reads_model || answer.modelled.empty()) << sql;
    marked += answer.modelled.empty() ? 0 : 1;
  }
  EXPECT_GT(marked, 200);
}

TEST_F(LineageTest, OfRandomStatementsMissesNoColumnThatChangesWithTheModelledNumbers) {
  write_mixed_ledger();
  const LedgerReader reader = read_latest();
  // Other modelled values: an unmarked column that differs is a missed mark.
  std::filesystem::copy_file(path(), in_folder("other.db"));
  {
    SQLite::Database other(in_folder("other.db"), SQLite::OPEN_READWRITE);
    other.exec(
        "DROP TRIGGER estimate_no_update; UPDATE estimate SET value = 3 * value, upper = 9 * upper;"
        "CREATE TRIGGER estimate_no_update BEFORE UPDATE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is "
        "append only'); END");
  }
  const LedgerReader changed(in_folder("other.db"), kSchema);
  RandomStatements statements(1);
  int differed = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string sql = statements.next();
    if (sql.find("LIMIT") != std::string::npos) continue;  // its rows may change
    const Table before = reader.query(sql), after = changed.query(sql);
    for (std::size_t column = 0; column < before.columns.size(); ++column) {
      std::vector<Cell> was, is;
      for (const Row& row : before.rows) was.push_back(row[column]);
      for (const Row& row : after.rows) is.push_back(row[column]);
      std::ranges::sort(was);
      std::ranges::sort(is);
      if (was == is) continue;
      ++differed;
      EXPECT_TRUE(before.is_modelled(column)) << column << " of " << sql;
    }
  }
  EXPECT_GT(differed, 50);
}

}  // namespace
}  // namespace warpledger
