// What the program does to files that are not its ledgers, and what it leaves in its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;

Ended run_into(const std::string& folder) {
  return warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"}, folder);
}

TEST(Ledger, IsSoundAfterARunAndHoldsAllPlannedPointsAndTheirSamples) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(run_into(folder).exit_code, 0);
  EXPECT_EQ(shell("sqlite3 results.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'", folder).out, "ok\n");
  EXPECT_EQ(shell("sqlite3 results.db 'SELECT count(*) FROM point'", folder).out, "1\n");
  EXPECT_EQ(
      shell("sqlite3 results.db 'SELECT count(*), length(samples_ns) % 8, length(samples_ns) > 0 FROM timing'", folder)
          .out,
      "1|0|1\n");
}

TEST(Ledger, ATextFileIsRefusedAndUnchanged) {
  const std::string folder = fresh_folder();
  std::ofstream(folder + "/results.db") << "my notes\n";
  const Ended run = run_into(folder);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("results.db"));
  EXPECT_EQ(read_file(folder + "/results.db"), "my notes\n");
}

TEST(Ledger, AnotherApplicationsDatabaseIsRefusedAndUnchanged) {
  const std::string folder = fresh_folder();
  shell("sqlite3 results.db 'CREATE TABLE songs(title); PRAGMA application_id = 7'", folder);
  const std::string before = read_file(folder + "/results.db");
  EXPECT_EQ(run_into(folder).exit_code, 2);
  EXPECT_EQ(read_file(folder + "/results.db"), before);
}

TEST(Ledger, ANewerLedgerIsRefusedAndUnchanged) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(run_into(folder).exit_code, 0);
  shell(
      "sqlite3 results.db 'PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE'",
      folder);
  const std::string before = read_file(folder + "/results.db");
  const Ended run = run_into(folder);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("9999"));
  EXPECT_EQ(read_file(folder + "/results.db"), before);
  EXPECT_EQ(warpledger({"report"}, folder).exit_code, 2);
}

TEST(Ledger, AReportWithoutALedgerSaysSo) {
  const Ended report = warpledger({"report"}, fresh_folder());
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_THAT(report.err, HasSubstr("results.db"));
}

/// SQLite has begun the file by then. It is not removed: another process may have opened it.
TEST(Ledger, WhatAFullDiskLeftOfANewOneIsTakenAsNew) {
  const std::string folder = fresh_folder();
  const Ended full = shell("ulimit -f 16; warpledger run planted --set kernel=right --device host --quiet", folder);
  EXPECT_EQ(full.exit_code, 2);
  ASSERT_EQ(std::filesystem::file_size(folder + "/results.db"), 4096u);
  EXPECT_THAT(warpledger({"report"}, folder).err, HasSubstr("there is no ledger here"));
  EXPECT_EQ(run_into(folder).exit_code, 0);
  EXPECT_EQ(warpledger({"ledger", "check"}, folder).exit_code, 0);
}

TEST(Ledger, ANoteOfADateToComeIsToldOf) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(run_into(folder).exit_code, 0);
  const Ended mistyped = warpledger({"ledger", "annotate", "a new fan", "--at", "9926-03-01"}, folder);
  EXPECT_EQ(mistyped.exit_code, 0);
  EXPECT_THAT(mistyped.err, HasSubstr("9926-03-01T00:00:00.000Z is yet to come"));
  EXPECT_EQ(warpledger({"ledger", "annotate", "a new fan", "--at", "1926-03-01"}, folder).err, "");
}

}  // namespace
}  // namespace warpledger::e2e
