#include "store/sample_rows.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sqlite3.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "store/sql_functions.h"

namespace warpledger {
namespace {

class SampleRows : public testing::Test {
 protected:
  SampleRows() : database_(":memory:", SQLite::OPEN_READWRITE) { register_sample_rows(database_.getHandle()); }

  /// The parameters are the blobs of `times` and `clocks`.
  std::vector<std::string> rows(const std::string& select, const std::vector<double>& times,
                                const std::vector<double>& clocks = {}) {
    SQLite::Statement statement(database_, select);
    bind(statement, 1, times);
    bind(statement, 2, clocks);
    std::vector<std::string> rows;
    while (statement.executeStep()) {
      std::string row;
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        const auto cell = statement.getColumn(i);
        row += (i > 0 ? " " : "") + (cell.isNull() ? "NULL" : cell.getString());
      }
      rows.push_back(row);
    }
    return rows;
  }

  SQLite::Database database_;

 private:
  static void bind(SQLite::Statement& statement, int place, const std::vector<double>& values) {
    if (statement.getBindParameterCount() < place) return;
    const std::string blob = to_blob(values);
    statement.bind(place, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
  }
};

TEST_F(SampleRows, GiveEachSampleWithItsClock) {
  EXPECT_THAT(rows("SELECT * FROM sample_rows(?, ?)", {10, std::nan(""), 30}, {1980, 1755.5}),
              testing::ElementsAre("0 10.0 1980.0", "1 NULL 1755.5", "2 30.0 NULL"));
}

TEST_F(SampleRows, OfUnreadClocksHaveNone) {
  EXPECT_THAT(rows("SELECT * FROM sample_rows(?, NULL)", {10, 20}), testing::ElementsAre("0 10.0 NULL", "1 20.0 NULL"));
}

TEST_F(SampleRows, OfNoSamplesAreNone) {
  EXPECT_THAT(rows("SELECT * FROM sample_rows(?, ?)", {}, {1980}), testing::IsEmpty());
  EXPECT_THAT(rows("SELECT * FROM sample_rows(NULL, NULL)", {}), testing::IsEmpty());
  EXPECT_THAT(rows("SELECT * FROM sample_rows('text', 3)", {}), testing::IsEmpty());
}

TEST_F(SampleRows, KeepEachBit) {
  for (const double value : {21600.00056028366, 5e-324, 0.1 + 0.2, 1.7976931348623157e308}) {
    SQLite::Statement statement(database_, "SELECT time_ns FROM sample_rows(?, NULL)");
    const std::string blob = to_blob(std::vector{value});
    statement.bind(1, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
    ASSERT_TRUE(statement.executeStep());
    const double read = statement.getColumn(0).getDouble();
    EXPECT_EQ(std::memcmp(&read, &value, sizeof value), 0) << value;
  }
}

TEST_F(SampleRows, JoinTheTableOfTheirBlobsInAnyOrder) {
  database_.exec("CREATE TABLE timing(point INTEGER, times BLOB, clocks BLOB)");
  SQLite::Statement insert(database_, "INSERT INTO timing VALUES (7, ?, NULL)");
  const std::string blob = to_blob(std::vector<double>{1, 2});
  insert.bind(1, static_cast<const void*>(blob.data()), static_cast<int>(blob.size()));
  insert.exec();
  EXPECT_THAT(rows("SELECT point, time_ns FROM sample_rows(t.times, t.clocks) JOIN timing t", {}),
              testing::ElementsAre("7 1.0", "7 2.0"));
}

TEST_F(SampleRows, CanBeReadWhereNothingElseIsAllowed) {
  const auto only_reading = [](void*, int action, const char*, const char*, const char*, const char*) {
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
  };
  sqlite3_set_authorizer(database_.getHandle(), only_reading, nullptr);
  EXPECT_THAT(rows("SELECT sample FROM sample_rows(?, NULL)", {10}), testing::ElementsAre("0"));
}

TEST_F(SampleRows, NeedBothArguments) {
  EXPECT_THROW(rows("SELECT * FROM sample_rows", {}), SQLite::Exception);
  EXPECT_THROW(rows("SELECT * FROM sample_rows(x'')", {}), SQLite::Exception);
}

}  // namespace
}  // namespace warpledger
