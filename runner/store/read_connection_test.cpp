#include "store/read_connection.h"

#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>

#include "store/export.h"
#include "store/ledger_check.h"
#include "store/merge.h"
#include "store/other_user_fixture.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

const auto kWithLog = ElementsAre("results.db", "results.db-shm", "results.db-wal");
const auto kAlone = ElementsAre("results.db");

TEST_F(ReadConnectionTest, LeavesNoFileBesideALedgerThatIsCopiedAlone) {
  write_run(2);
  remove_log();
  EXPECT_EQ(points(), 2);
  verify_ledger(path(), kSchema);
  EXPECT_THAT(names(), kAlone);
}

TEST_F(ReadConnectionTest, FindsWhatWritersLeaveForReadersOfAnyUserAndProgram) {
  write_run(2);
  EXPECT_THAT(names(), kWithLog);
  EXPECT_EQ(fs::file_size(path() + "-wal"), 0u) << "all is in the ledger's file";
  fs::permissions(in_folder(""), fs::perms(0555));
  const auto read = [&](const std::string& options, int flags) {
    return as_nobody([&] {
      SQLite::Database foreign("file:" + path() + options, flags | SQLite::OPEN_URI);
      return foreign.execAndGet("SELECT count(*) FROM point").getInt();
    });
  };
  EXPECT_EQ(read("?mode=ro", SQLite::OPEN_READONLY), 2);
  EXPECT_EQ(read("?immutable=1", SQLite::OPEN_READONLY), 2);
  const Writing run(begin_run_of(3));
  EXPECT_EQ(read("?mode=ro", SQLite::OPEN_READONLY), 5);
}

TEST_F(ReadConnectionTest, ReadsAfterAnotherProgramTookTheLogAwayAndTheNextWriterLeavesItAgain) {
  write_run(2);
  SQLite::Database(path(), SQLite::OPEN_READWRITE).execAndGet("SELECT count(*) FROM point");  // like sqlite3
  EXPECT_THAT(names(), kAlone);
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
  write_run(1);
  EXPECT_THAT(names(), kWithLog);
}

/// The reader, without write permission, finds -shm empty: the writer has locked but not yet filled it.
TEST_F(ReadConnectionTest, OfAnotherUserWaitsForAWriterThatHasJustBegun) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  write_run(2);
  fs::permissions(path() + "-shm", fs::perms(0644));
  fs::resize_file(path() + "-shm", 0);
  EXPECT_EQ(as_nobody([&] {
              const LedgerReader reader(path(), kSchema);
              constexpr int kLiveByte = 128;  // in -shm: every connection locks it
              std::optional<Writing> writer(std::in_place, [&] {
                struct flock live {};
                live.l_type = F_RDLCK;
                live.l_start = kLiveByte;
                live.l_len = 1;
                fcntl(open((path() + "-shm").c_str(), O_RDONLY), F_SETLK, &live);
              });
              std::jthread end([&] { writer.reset(); });
              return static_cast<int>(std::get<std::int64_t>(value(reader, "SELECT count(*) FROM points")));
            }),
            2);
}

TEST_F(ReadConnectionTest, MergingALedgerLeavesNoFileBesideIt) {
  write_run(2);
  for (const bool is_alone : {false, true}) {
    if (is_alone) remove_log();
    const auto before = names();
    const TemporaryFolder other;
    merge_ledger(other.path() / "all.db", path(), kSchema);
    export_run(path(), "latest", other.path() / "one.db", kSchema);
    EXPECT_EQ(names(), before);
  }
}

TEST_F(ReadConnectionTest, OfAnotherUserInASharedFolderLetsTheOwnerWriteAfterwards) {
  write_run(2);
  remove_log();
  fs::permissions(in_folder(""), fs::perms(01777));
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
  EXPECT_THAT(names(), kAlone);
  write_run(1);
  EXPECT_EQ(points(), 3);
}

TEST_F(ReadConnectionTest, ReadsInAFolderThatItMayNotWriteTo) {
  write_run(2);
  fs::permissions(in_folder(""), fs::perms(0555));
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
}

TEST_F(ReadConnectionTest, ReadsInSuchAFolderWhileARunWritesAndSeesItsPoints) {
  write_run(1);
  const Writing run(begin_run_of(2));
  const auto before = files();
  EXPECT_THAT(names(), kWithLog);
  EXPECT_EQ(as_nobody([&] { return points(); }), 3);
  EXPECT_EQ(files(), before);
}

TEST_F(ReadConnectionTest, ReadsWhatAProcessThatDiedHasWritten) {
  write_run(1);
  { const Writing dies(begin_run_of(2)); }
  const auto before = files();
  EXPECT_TRUE(before.contains("results.db-wal"));
  EXPECT_EQ(as_nobody([&] { return points(); }), 3);
  EXPECT_EQ(files(), before);
  write_run(1);
  EXPECT_EQ(points(), 4);
}

TEST_F(ReadConnectionTest, ReadsSuchALogWithoutItsIndexFromAPrivateCopy) {
  write_run(1);
  { const Writing dies(begin_run_of(2)); }
  fs::remove(path() + "-shm");
  const auto before = files();
  EXPECT_EQ(as_nobody([&] { return points(); }), 3);
  EXPECT_EQ(points(), 3);
  EXPECT_EQ(files(), before);
}

TEST_F(ReadConnectionTest, ReadsWhatWasCommittedBeforeAProcessDiedWithARollbackJournal) {
  write_run(2);
  SQLite::Database(path(), SQLite::OPEN_READWRITE).execAndGet("PRAGMA journal_mode = DELETE");
  {
    const Writing dies([&] {
      auto* database = new SQLite::Database(path(), SQLite::OPEN_READWRITE);
      database->exec("PRAGMA cache_size = 1; BEGIN;");
      database->exec(
          "CREATE TABLE filling (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
          "i < 3000) INSERT INTO filling SELECT randomblob(500) FROM n");
    });
  }
  const auto before = files();
  EXPECT_THAT(names(), ElementsAre("results.db", "results.db-journal"));
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
  EXPECT_EQ(files(), before);
}

TEST_F(ReadConnectionTest, ReadsOnAFullDiskAlsoWhatAProcessThatDiedHasWritten) {
  const std::string disk = in_folder("disk");
  fs::create_directory(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=3m") != 0) GTEST_SKIP() << "takes the right to mount";
  const std::shared_ptr<void> unmounted(nullptr, [&](void*) { umount2(disk.c_str(), MNT_DETACH); });
  const std::string ledger = disk + "/results.db";
  const auto points = [&] { return std::get<std::int64_t>(value({ledger, kSchema}, "SELECT count(*) FROM points")); };
  const auto record = [&] {
    auto* writer = new LedgerWriter(ledger, kSchema);
    writer->begin_run(run_info());
    writer->record(job(0), result(0));
  };
  { const Writing dies(record); }
  fs::resize_file(ledger + "-shm", 0);
  std::ofstream filling(disk + "/filling");
  while (filling << std::string(4096, 'x') << std::flush) continue;
  const char* folder = std::getenv("TMPDIR");
  const std::string elsewhere = folder ? folder : "/tmp";
  setenv("TMPDIR", disk.c_str(), 1);
  EXPECT_EQ(points(), 1) << "in place: there is no room for a copy";
  setenv("TMPDIR", elsewhere.c_str(), 1);
  fs::remove(ledger + "-shm");
  EXPECT_EQ(points(), 1) << "from a copy elsewhere";
  EXPECT_FALSE(fs::exists(ledger + "-shm"));
}

TEST_F(ReadConnectionTest, SeesARunThatBeginsAfterItWasOpened) {
  write_run(1);
  const LedgerReader reader(path(), kSchema);
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
  {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(job(0), result(0));
    EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{2}));
  }
  write_run(3);
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{5}));
}

TEST_F(ReadConnectionTest, AnImmutableAnswerIsInvalidOnceThereIsALogOrTheFileHasChanged) {
  write_run(1);
  remove_log();
  const ReadConnection connection(path()), other(path());
  EXPECT_FALSE(connection.is_invalid());
  { const LedgerWriter writer(path(), kSchema); }
  EXPECT_TRUE(connection.is_invalid());
  remove_log();
  fs::last_write_time(path(), fs::file_time_type::clock::now());
  EXPECT_TRUE(other.is_invalid());
}

TEST_F(ReadConnectionTest, AsksAgainWhenTheFileChangedMeanwhile) {
  write_run(1);
  remove_log();
  int asked = 0;
  const int answer = read_ledger(path(), [&](ReadConnection& connection) {
    const int found = connection.database().execAndGet("SELECT count(*) FROM point").getInt();
    if (++asked == 1) write_run(2);  // and checkpoints its log
    return found;
  });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(answer, 3);
}

TEST_F(ReadConnectionTest, ReadsALedgerWhoseNameHasAMeaningInAUri) {
  const std::string name = in_folder("50%3f?mode=rw#x.db");
  { LedgerWriter(name, kSchema).begin_run(run_info()); }
  EXPECT_EQ(LedgerReader(name, kSchema).runs().size(), 1u);
}

TEST_F(ReadConnectionTest, ReadsThroughASymbolicLinkWhatARunWrites) {
  write_run(1);
  const TemporaryFolder other;
  fs::create_symlink(path(), other.path() / "link.db");
  const Writing run(begin_run_of(2));
  const LedgerReader reader(other.path() / "link.db", kSchema);
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{3}));
}

}  // namespace
}  // namespace warpledger
