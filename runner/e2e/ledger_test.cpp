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

TEST(Ledger, ANewOneThatHasNoRoomLeavesNothing) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"example", "year.db"}, folder).exit_code, 0);
  shell("mkdir new", folder);
  // Limits of file sizes, in blocks of 512 bytes: none for the header, some for an empty ledger, some for half a year.
  for (const std::string& command :
       {std::string("ulimit -f 16; warpledger run planted --set kernel=right --device host --quiet --db new/r.db"),
        std::string("ulimit -f 16; warpledger ledger merge year.db --db new/r.db"),
        std::string("ulimit -f 1; warpledger example new/r.db"),
        std::string("ulimit -f 1000; warpledger example new/r.db"),
        std::string("ulimit -f 1000; warpledger ledger export --without alice -o new/r.db --db year.db")}) {
    const Ended full = shell(command, folder);
    EXPECT_EQ(full.exit_code, 2) << command;
    EXPECT_THAT(full.err, testing::StartsWith("warpledger: new/r.db: ")) << command;
    EXPECT_EQ(shell("ls -A new", folder).out, "") << command;
  }
  EXPECT_EQ(warpledger({"example", "new/r.db"}, folder).exit_code, 0);
}

TEST(Ledger, OfSeveralExportsToOneNameOneIsThereAndTheOthersAreToldSo) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"example", "year.db"}, folder).exit_code, 0);
  const Ended ended = shell(
      "mkdir new; for i in 1 2 3 4; do (warpledger ledger export --without alice -o new/all.db --db year.db >>said "
      "2>&1; "
      "echo $? >>codes) & done; wait; sort codes; grep -c 'new/all.db: this file exists' said; ls -A new",
      folder);
  EXPECT_EQ(ended.out, "0\n2\n2\n2\n3\nall.db\n");
  EXPECT_EQ(warpledger({"ledger", "check", "--db", "new/all.db"}, folder).exit_code, 0);
}

TEST(Ledger, ThatIsBeingWrittenLeavesNothingWhenASignalEndsTheProgram) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"example", "year.db", "--years", "3", "--devices", "6"}, folder).exit_code, 0);
  for (const std::string& command : {std::string("example new/r.db --years 3 --devices 6"),
                                     std::string("ledger export --without alice -o new/r.db --db year.db")}) {
    for (const std::string signal : {"TERM", "HUP"}) {
      // Until one is ended before it is complete, when it would say so.
      const Ended ended = shell(
          "rm -rf new; mkdir new; code=0; while [ $code -lt 128 ]; do rm -f new/r.db said; warpledger " + command +
              " >said 2>&1 & until ls -d new/warpledger-* || [ -s said ]; do :; done >seen 2>&1; kill -" + signal +
              " $!; wait $!; code=$?; done; ls -A new",
          folder);
      EXPECT_EQ(ended.out, "") << command << " " << signal;
    }
  }
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
