// Programs that open the ledger themselves read from its views what `warpledger query` prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "e2e/background.h"
#include "e2e/program.h"
#include "e2e/readers.h"

namespace warpledger::e2e {
namespace {

using nlohmann::json;

const std::string kScripts = WARPLEDGER_SOURCE_DIR "/runner/e2e/foreign_readers/";

struct ForeignReader {
  const char* name;
  std::string command;  ///< prints rows as JSON; followed by a ledger and a statement
  std::string absence;  ///< why it cannot run here
};

void PrintTo(const ForeignReader& reader, std::ostream* out) { *out << reader.name; }

std::vector<ForeignReader> foreign_readers() {
  return {{"sqlite3", "sqlite3 -readonly -json", ""},
          {"pandas", reader_command(Reader::pandas, kScripts + "read.py"), absence_of(Reader::pandas)},
          {"better_sqlite3", reader_command(Reader::node, kScripts + "read.js"), absence_of(Reader::node)}};
}

/// Equal, up to the digits that a program prints. An integer beyond 2^53 may be text.
bool is_same(const json& read, const json& queried) {
  if (read.is_number() && queried.is_string()) return read.dump() == queried.get<std::string>();
  if (!read.is_number() || !queried.is_number()) return read == queried;
  const auto a = read.get<double>();
  const auto b = queried.get<double>();
  return std::abs(a - b) <= 1e-14 * std::abs(b);
}

/// The rows that `query` prints, without the marks of modelled columns.
json queried_rows(const std::string& statement, const std::string& folder) {
  const Ended ended = warpledger({"query", statement, "--format", "json"}, folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  json rows = json::array();
  for (const json& printed : json::parse(ended.out)) {
    json row;
    for (const auto& [column, value] : printed.items()) row[column.substr(0, column.find('~'))] = value;
    rows.push_back(row);
  }
  return rows;
}

json rows_of(const ForeignReader& reader, const std::string& statement, const std::string& folder) {
  const Ended ended = shell(reader.command + " results.db \"" + statement + "\"", folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return ended.out.empty() ? json::array() : json::parse(ended.out);
}

/// The ledger for all tests: results of GPUs with submissions, of a host, of another tool, and points that failed.
class ForeignReaders : public testing::TestWithParam<ForeignReader> {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    const std::string converted =
        "from_nvbench.py '" WARPLEDGER_SOURCE_DIR "/contrib/test/data/nvbench/two_devices.json'";
    for (const std::string& command :
         {std::string("warpledger run quickstart --device host:rtx4090 --set d_l=4 --set warps=1 --quiet"),
          std::string("warpledger run misfits --device host --quiet; test $? = 1"),
          std::string("warpledger example year.db && warpledger ledger merge year.db"),
          converted + " | warpledger ledger import -",
          std::string(
              "warpledger ledger annotate 'a new driver' --at 2026-05-26 && warpledger ledger tag latest one")}) {
      const Ended ended = shell(command, folder_);
      ASSERT_EQ(ended.exit_code, 0) << command << '\n' << ended.err;
    }
  }
  void SetUp() override {
    if (!GetParam().absence.empty()) GTEST_SKIP() << GetParam().absence;
  }

  static inline std::string folder_;
};

TEST_P(ForeignReaders, FindWhatQueryPrintsInEveryView) {
  for (const json& view : rows_of(GetParam(), "SELECT name FROM sqlite_schema WHERE type = 'view'", folder_)) {
    const std::string statement = "SELECT * FROM " + view["name"].get<std::string>() + " ORDER BY 1, 2, 3";
    const json read = rows_of(GetParam(), statement, folder_);
    const json queried = queried_rows(statement, folder_);
    ASSERT_EQ(read.size(), queried.size()) << statement;
    for (std::size_t i = 0; i < read.size(); ++i) {
      ASSERT_EQ(read[i].size(), queried[i].size()) << statement;
      for (const auto& [column, value] : read[i].items())
        ASSERT_TRUE(queried[i].contains(column) && is_same(value, queried[i][column]))
            << statement << ", row " << i << ": " << column << " is " << value << ", query prints " << queried[i];
    }
  }
}

TEST_P(ForeignReaders, SeeEveryKindOfResult) {
  const json counts = rows_of(GetParam(),
                              "SELECT count(r.submission) AS submitted, sum(p.outcome <> 'ok') AS failed, "
                              "count(r.tool) AS imported, sum(p.device_name LIKE 'CPU as %') AS host, "
                              "count(p.time_us) AS timed FROM points AS p JOIN runs AS r USING (run_uuid)",
                              folder_)[0];
  for (const auto& [kind, count] : counts.items()) EXPECT_GT(count.get<int>(), 0) << kind;
}

TEST_P(ForeignReaders, ReadWhileARunWrites) {
  const std::string folder = fresh_folder();
  Background run({"run", "lattice", "--device", "host", "--quiet"}, folder, "run");
  while (!run.exit_code() && !shell("sqlite3 -readonly results.db 'SELECT 1 FROM points'", folder).out.starts_with("1"))
    continue;
  const json points = rows_of(GetParam(), "SELECT kernel, time_us, run_uuid FROM points", folder);
  EXPECT_GT(points.size(), 0U);
  EXPECT_EQ(run.wait().exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(Of, ForeignReaders, testing::ValuesIn(foreign_readers()),
                         [](const auto& reader) { return std::string(reader.param.name); });

}  // namespace
}  // namespace warpledger::e2e
