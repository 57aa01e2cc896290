#include "store/reader.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <fstream>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Reader : public LedgerTest {
 protected:
  LedgerReader read() const { return {path(), kSchema}; }
};

TEST_F(Reader, ShowsTheNewestRunAsLatest) {
  write_run(1);
  const std::string newest = write_run(2);
  const LedgerReader reader = read_latest();
  EXPECT_EQ(value(reader, "SELECT DISTINCT run_uuid FROM point"), Cell(newest));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM point"), Cell(std::int64_t{2}));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{3}));
}

TEST_F(Reader, ShowsARunOfTheFutureAsLatestOnlyWhenThereIsNoOther) {
  RunInfo future = run_info();
  future.started_utc = "9999-01-01T00:00:00.000Z";
  const std::string odd = write_run(1, future);
  EXPECT_EQ(value(read_latest(), "SELECT run_uuid FROM run_info"), Cell(odd));
  const std::string newest = write_run(1);
  EXPECT_EQ(value(read_latest(), "SELECT run_uuid FROM run_info"), Cell(newest));
}

TEST_F(Reader, FindsARunByTheBeginningOfItsUuid) {
  const std::string first = write_run(1);
  write_run(2);
  LedgerReader reader = read();
  reader.select_run(first.substr(0, 8));
  EXPECT_EQ(value(reader, "SELECT run_uuid FROM run_info"), Cell(first));
}

TEST_F(Reader, ShowsNoPointBeforeARunIsSelected) {
  write_run(1);
  EXPECT_EQ(value(read(), "SELECT count(*) FROM point"), Cell(std::int64_t{0}));
}

TEST_F(Reader, ListsTheCandidatesWhenABeginningFitsSeveralRuns) {
  const std::string first = write_run(0);
  const std::string second = write_run(0);
  LedgerReader reader = read();
  const std::string message = message_of([&] { reader.select_run(""); });
  EXPECT_THAT(message,
              StartsWith(path() + ": 2 runs begin with ''\nhint: write more characters of one of these:\n  " + second));
  EXPECT_THAT(message, HasSubstr("\n  " + first));
}

TEST_F(Reader, ListsTheRunsThereAreWhenNoneFits) {
  const std::string only = write_run(0);
  LedgerReader reader = read();
  EXPECT_THAT(message_of([&] { reader.select_run("xyz"); }),
              StartsWith(path() +
                         ": no run begins with 'xyz'\n"
                         "hint: use 'latest' or the start of one of these:\n  " +
                         only));
}

TEST_F(Reader, SaysThatALedgerHasNoRuns) {
  { const LedgerWriter empty(path(), kSchema); }
  LedgerReader reader = read();
  EXPECT_EQ(message_of([&] { reader.select_run("latest"); }),
            path() + ": this ledger has no runs\nhint: run an experiment first");
}

TEST_F(Reader, ListsRunsWithHowTheyEnded) {
  const std::string finished = write_run(2);
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), result(0));
  const auto runs = read().runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].uuid, finished);
  EXPECT_EQ(runs[0].outcome, "finished");
  EXPECT_EQ(runs[0].experiment, "lsu-2024-hw01");
  EXPECT_EQ(runs[0].device_name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(runs[0].planned_points, 2);
  EXPECT_EQ(runs[0].recorded_points, 2);
  EXPECT_EQ(runs[1].outcome, "open");
  EXPECT_EQ(runs[1].recorded_points, 1);
}

TEST_F(Reader, ReadsWhileAWriterIsInTheMiddleOfATransaction) {
  write_run(1);
  SQLite::Database writing(path(), SQLite::OPEN_READWRITE);
  SQLite::Transaction transaction(writing, SQLite::TransactionBehavior::IMMEDIATE);
  writing.exec("INSERT INTO source (sha256, name, text) VALUES ('a', 'b', 'c')");
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM source WHERE name = 'b'"), Cell(std::int64_t{0}));
}

TEST_F(Reader, SeesPointsThatAreRecordedAfterItWasOpened) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  const LedgerReader reader = read_latest();
  writer.record(job(0), result(0));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM point"), Cell(std::int64_t{1}));
}

TEST_F(Reader, SaysThatALedgerIsDamagedWhenItMeetsADamagedPage) {
  write_run(40);
  constexpr std::streamoff kSchemaEnd = 81920;
  {
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(kSchemaEnd);
    file << std::string(std::filesystem::file_size(path()) - kSchemaEnd, 'x');
  }
  EXPECT_EQ(message_of([&] { read().query("SELECT * FROM points"); }),
            path() +
                ": the ledger is damaged: database disk image is malformed\n"
                "hint: restore a copy, or save what is left: sqlite3 " +
                path() + " .recover | sqlite3 saved.db");
}

TEST_F(Reader, ReadsAStoredRunBesideItsViews) {
  RunInfo info = run_info();
  info.texts = {{"kernels/norm/a.cu", "// a\n"}};
  const std::string uuid = write_run(2, info);
  write_run(1);
  const StoredRun run = read_latest().stored_run(uuid.substr(0, 8));
  EXPECT_EQ(run.uuid, uuid);
  EXPECT_EQ(run.texts, info.texts);
  EXPECT_EQ(run.device.name, info.device.name);
  ASSERT_EQ(run.recorded.size(), 2);
  EXPECT_EQ(run.recorded[1].key, job(1).key);
}

}  // namespace
}  // namespace warpledger
