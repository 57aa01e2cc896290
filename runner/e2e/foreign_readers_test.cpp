// Other programs read what `ledger export` writes, and find the medians that `query` says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/file.h"
#include "e2e/program.h"
#include "e2e/readers.h"

namespace warpledger::e2e {
namespace {

/// "run,ordinal" to the median time of that point.
using Medians = std::map<std::string, double>;

/// Of CSV with a header and the columns run, ordinal, median.
Medians medians_in(const std::string& csv) {
  Medians medians;
  std::istringstream lines(csv);
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    const std::size_t comma = line.rfind(',');
    medians[line.substr(0, comma)] = std::stod(line.substr(comma + 1));
  }
  return medians;
}

/// The first cell in which two tables, arrays of objects, differ; empty if none does.
std::string first_difference(const nlohmann::json& read, const nlohmann::json& expected) {
  for (std::size_t i = 0; i < std::min(read.size(), expected.size()); ++i)
    for (const nlohmann::json& row : {expected[i], read[i]})
      for (const auto& [column, value] : row.items()) {
        const nlohmann::json found = read[i].value(column, nlohmann::json("no such column"));
        const nlohmann::json wanted = expected[i].value(column, nlohmann::json("no such column"));
        if (found != wanted)
          return "row " + std::to_string(i) + ", " + column + ": " + found.dump() + ", not " + wanted.dump();
      }
  return read.size() == expected.size() ? ""
                                        : std::to_string(read.size()) + " rows, not " + std::to_string(expected.size());
}

class ForeignReaders : public testing::Test {
 protected:
  void SetUp() override {
    run("warpledger example year.db");
    expected_ =
        medians_in(run("warpledger query --db year.db --format csv "
                       "'SELECT run, ordinal, median(time_ns) FROM samples GROUP BY run, ordinal'"));
    ASSERT_GT(expected_.size(), 500u);
  }

  std::string run(const std::string& command) {
    const Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.err;
    return ended.out;
  }

  void export_all(const std::string& format) {
    run("warpledger ledger export all --db year.db --format " + format + " -o year." + format);
  }

  Medians medians_of_pandas(const std::string& format) {
    export_all(format);
    return medians_in(run(reader_command(Reader::pandas, kScripts + "medians.py") + " " + format + " year." + format));
  }

  Medians medians_of_duckdb(const std::string& format) {
    export_all(format);
    std::ofstream(folder_ + "/medians.sql") << "SELECT run, ordinal, median(time_ns) FROM 'year." + format +
                                                   "/samples." + format + "' GROUP BY run, ordinal";
    return medians_in(run(reader_command(Reader::duckdb, "medians.sql")));
  }

  const std::string kScripts = WARPLEDGER_SOURCE_DIR "/runner/e2e/readers/";
  const std::string folder_ = fresh_folder();
  Medians expected_;
};

TEST_F(ForeignReaders, PandasFindsTheMediansInSqliteAndCsv) {
  if (const std::string absent = absence_of(Reader::pandas); !absent.empty()) GTEST_SKIP() << absent;
  EXPECT_EQ(medians_of_pandas("sqlite"), expected_);
  EXPECT_EQ(medians_of_pandas("csv"), expected_);
}

TEST_F(ForeignReaders, DuckDbFindsTheMediansInParquetAndCsv) {
  if (const std::string absent = absence_of(Reader::duckdb); !absent.empty()) GTEST_SKIP() << absent;
  EXPECT_EQ(medians_of_duckdb("parquet"), expected_);
  EXPECT_EQ(medians_of_duckdb("csv"), expected_);
}

/// Debian's sqlite3 has no median: the middle two of a point's times are those with as many at most on either side.
TEST_F(ForeignReaders, Sqlite3FindsTheMedians) {
  if (shell("sqlite3 --version", folder_).exit_code != 0) GTEST_SKIP() << "no sqlite3; hint: scripts/setup test";
  export_all("sqlite");
  EXPECT_EQ(medians_in(run("sqlite3 -header -csv year.sqlite \"SELECT run, ordinal, avg(time_ns) FROM (SELECT *, "
                           "row_number() OVER (PARTITION BY run, ordinal ORDER BY time_ns) AS place, "
                           "count(*) OVER (PARTITION BY run, ordinal) AS n FROM samples) "
                           "WHERE place IN ((n + 1) / 2, (n + 2) / 2) GROUP BY run, ordinal\"")),
            expected_);
}

TEST_F(ForeignReaders, HyparquetReadsEveryCellOfEveryTable) {
  if (const std::string absent = absence_of(Reader::duckdb); !absent.empty()) GTEST_SKIP() << absent;
  export_all("parquet");
  export_all("json");
  const auto tables = nlohmann::json::parse(read_file(folder_ + "/year.json"));
  for (const auto& [name, rows] : tables.items())
    EXPECT_EQ(first_difference(nlohmann::json::parse(run(parquet_as_json("year.parquet/" + name + ".parquet"))), rows),
              "")
        << name;
}

TEST_F(ForeignReaders, RFindsTheMediansInSqlite) {
  if (const std::string absent = absence_of(Reader::r); !absent.empty()) GTEST_SKIP() << absent;
  export_all("sqlite");
  std::ofstream(folder_ + "/medians.r")
      << "db <- DBI::dbConnect(RSQLite::SQLite(), 'year.sqlite')\n"
         "samples <- DBI::dbGetQuery(db, 'SELECT CAST(run AS TEXT) AS run, ordinal, time_ns FROM samples')\n"
         "write.csv(aggregate(time_ns ~ run + ordinal, samples, median), row.names = FALSE, quote = FALSE)\n";
  EXPECT_EQ(medians_in(run(reader_command(Reader::r, "medians.r"))), expected_);
}

}  // namespace
}  // namespace warpledger::e2e
