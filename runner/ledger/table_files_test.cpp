#include "ledger/table_files.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class TableFiles : public LedgerTest {
 protected:
  void SetUp() override {
    LedgerTest::SetUp();
    for (int run = 0; run < 2; ++run) runs_.push_back(write_run(3));
  }

  std::string write(ExportFormat format, const std::string& name, const std::string& run = kAllRuns) {
    LedgerReader ledger = read_latest();
    write_tables(ledger, exported_tables(ledger, runs_to_export(ledger, run, "")), format, in_folder(name));
    return in_folder(name);
  }

  std::vector<std::string> runs_;
};

TEST_F(TableFiles, AnSqliteFileHasPlainTablesThatJoinByRunAndOrdinal) {
  const std::string file = write(ExportFormat::sqlite, "out.sqlite");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM points"), "6");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM runs"), "2");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"), "0");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM metrics_of_points"),
            value_in_file(file, "SELECT count(*) FROM metrics"));
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM samples JOIN points USING (run, ordinal)"),
            std::to_string(std::get<std::int64_t>(value(read_latest(), "SELECT count(*) FROM samples"))));
}

TEST_F(TableFiles, ColumnsOfAnSqliteFileDeclareTheTypeOfTheirValues) {
  const std::string file = write(ExportFormat::sqlite, "out.sqlite");
  EXPECT_EQ(value_in_file(file, "SELECT group_concat(name || ' ' || type, ', ') FROM pragma_table_info('samples')"),
            "run INTEGER, ordinal INTEGER, sample INTEGER, time_ns REAL, sm_clock_mhz REAL");
  EXPECT_EQ(value_in_file(file, "SELECT type FROM pragma_table_info('points') WHERE name = 'identity'"), "TEXT");
  EXPECT_EQ(value_in_file(file, "SELECT group_concat(DISTINCT typeof(time_ns)) FROM samples"), "real");
}

TEST_F(TableFiles, NumbersAreThoseOfTheLedgerInFull) {
  const std::string file = write(ExportFormat::sqlite, "out.sqlite");
  const std::string sql =
      "SELECT json_group_array(time_ns) FROM (SELECT time_ns FROM samples ORDER BY run, ordinal, sample)";
  EXPECT_EQ(Cell(value_in_file(file, sql)), value(read_latest(), sql));
  EXPECT_NE(value_in_file(file, sql), "[]");
}

TEST_F(TableFiles, ColumnsWithoutAValueAreLeftOutOfPoints) {
  const std::string file = write(ExportFormat::sqlite, "out.sqlite");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM pragma_table_info('points') WHERE name = 'wall_s'"), "1");
  EXPECT_EQ(value_in_file(file, "SELECT count(*) FROM pragma_table_info('points') WHERE name = 'submission'"), "0");
}

TEST_F(TableFiles, AFolderHasACsvFileForEachTable) {
  const std::string folder = write(ExportFormat::csv, "out");
  EXPECT_THAT(read_file(folder + "/samples.csv"), StartsWith("run,ordinal,sample,time_ns,sm_clock_mhz\n"));
  for (const char* name : {"runs", "points", "metrics", "estimates", "sources"})
    EXPECT_TRUE(std::filesystem::exists(folder + "/" + name + ".csv")) << name;
}

TEST_F(TableFiles, AFolderHasAParquetFileForEachTable) {
  const std::string folder = write(ExportFormat::parquet, "out");
  for (const char* name : {"runs", "points", "samples", "metrics", "estimates", "sources"})
    EXPECT_THAT(read_file(folder + "/" + name + ".parquet"), AllOf(StartsWith("PAR1"), EndsWith("PAR1"))) << name;
}

TEST_F(TableFiles, JsonHasAnArrayForEachTable) {
  const auto json = nlohmann::json::parse(read_file(write(ExportFormat::json, "out.json", runs_[1].substr(0, 8))));
  EXPECT_EQ(json.at("runs").size(), 1u);
  EXPECT_EQ(json.at("runs")[0].at("run_uuid"), runs_[1]);
  EXPECT_EQ(json.at("points").size(), 3u);
  EXPECT_TRUE(json.at("estimates").is_array());
}

TEST_F(TableFiles, WhatIsThereIsNotOverwritten) {
  write(ExportFormat::csv, "out");
  EXPECT_THAT(message_of([&] { write(ExportFormat::sqlite, "out"); }), HasSubstr("this file exists"));
}

TEST_F(TableFiles, WhatCannotBeWrittenLeavesNothing) {
  EXPECT_THAT(message_of([&] { write(ExportFormat::json, "no-folder/out.json"); }), HasSubstr("cannot be written"));
  EXPECT_THAT(message_of([&] { write(ExportFormat::csv, "no-folder/out"); }), HasSubstr("cannot be written"));
  LedgerReader ledger = read_latest();
  const std::vector<ExportedTable> wrong = {{"runs", "SELECT * FROM runs"}, {"points", "SELECT nothing FROM points"}};
  for (const ExportFormat format : {ExportFormat::sqlite, ExportFormat::csv, ExportFormat::parquet, ExportFormat::json})
    EXPECT_THROW(write_tables(ledger, wrong, format, in_folder("half")), Error);
  for (const auto& entry : std::filesystem::directory_iterator(in_folder("")))
    EXPECT_THAT(entry.path().filename().string(), testing::Not(StartsWith("half")));
}

TEST_F(TableFiles, RunsAreChosenByTheirNameOrAllOfThem) {
  LedgerReader ledger = read_latest();
  EXPECT_THAT(runs_to_export(ledger, kAllRuns, ""), testing::UnorderedElementsAreArray(runs_));
  EXPECT_THAT(runs_to_export(ledger, "", run_info().experiment), testing::UnorderedElementsAreArray(runs_));
  EXPECT_EQ(runs_to_export(ledger, "", "").size(), 1u);
  EXPECT_THAT(message_of([&] { runs_to_export(ledger, "", "none"); }), HasSubstr("no run of 'none'"));
}

}  // namespace
}  // namespace warpledger
