#include "store/select_statements.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <sqlite3.h>

#include <string>
#include <utility>

#include "base/error.h"
#include "store/query.h"

namespace warpledger {
namespace {

class SelectStatementsTest : public testing::Test {
 protected:
  SelectStatementsTest() { database_.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)"); }

  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
  SelectStatements statements_{database_.getHandle()};
  const std::string sql_ = "SELECT a FROM t";
};

TEST_F(SelectStatementsTest, KeepAnAnsweredOneAndGiveItToOneAtATime) {
  CompiledSelect first = statements_.take(sql_);
  const sqlite3_stmt* const compiled = first.statement.get();
  EXPECT_NE(statements_.take(sql_).statement.get(), compiled) << "it is in use";
  statements_.keep(sql_, std::move(first));
  EXPECT_EQ(statements_.take(sql_).statement.get(), compiled);
}

TEST_F(SelectStatementsTest, AreAnsweredByTheLedgerAsItIsThen) {
  EXPECT_EQ(run_query(statements_, sql_).rows.at(0).at(0), Cell(std::int64_t{1}));
  database_.exec("UPDATE t SET a = 2");
  EXPECT_EQ(run_query(statements_, sql_).rows.at(0).at(0), Cell(std::int64_t{2}));
  database_.exec("DROP TABLE t; CREATE TABLE t (b, a); INSERT INTO t VALUES (3, 4)");
  EXPECT_EQ(run_query(statements_, sql_).rows.at(0).at(0), Cell(std::int64_t{4}));
}

TEST_F(SelectStatementsTest, DoNotKeepOneThatFailed) {
  const std::string sql = "SELECT abs(a) FROM t";
  database_.exec("UPDATE t SET a = -9223372036854775807 - 1");  // has no absolute value
  EXPECT_THROW(run_query(statements_, sql), Error);
  database_.exec("UPDATE t SET a = -7");
  EXPECT_EQ(run_query(statements_, sql).rows.at(0).at(0), Cell(std::int64_t{7}));
}

TEST_F(SelectStatementsTest, KeepNoValueOfWhoAskedBefore) {
  const std::string sql = "SELECT ?1, ?2, ?3, typeof(?1)";
  const SqlValues values = {std::int64_t{7}, 0.5, "seven; '"};
  EXPECT_THAT(run_query(statements_, sql, {}, values).rows.at(0),
              testing::ElementsAre(Cell(std::int64_t{7}), Cell(0.5), Cell("seven; '"), Cell("integer")));
  EXPECT_THAT(run_query(statements_, sql, {}, {Cell("x")}).rows.at(0),
              testing::ElementsAre(Cell("x"), Cell(), Cell(), Cell("text")));
}

TEST_F(SelectStatementsTest, RefuseToWriteOnlyWhileSomebodyMayOnlyRead) {
  {
    const SelectStatements::OnlyReading outer(statements_);
    { const SelectStatements::OnlyReading inner(statements_); }
    EXPECT_THROW(database_.exec("DELETE FROM t"), SQLite::Exception);
  }
  EXPECT_EQ(database_.exec("DELETE FROM t"), 1);
}

}  // namespace
}  // namespace warpledger
