#include "store/connection.h"

#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "store/ledger_fixture.h"
#include "store/other_user_fixture.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

class Connection : public LedgerTest {
 protected:
  std::string journal_of(Journal journal) const {
    WriteConnection connection = open_for_writing(path(), LedgerSchema(kSchema), journal);
    return connection.database().execAndGet("PRAGMA journal_mode").getString();
  }
};

TEST_F(Connection, KeepsAWriteAheadLogOnALocalDiskAndARollbackJournalOnANetwork) {
  EXPECT_EQ(journal_of(Journal::write_ahead), "wal");
  EXPECT_EQ(journal_of(Journal::rollback), "delete");
  EXPECT_EQ(journal_of(Journal::write_ahead), "wal");
}

TEST_F(Connection, WithARollbackJournalFlushesEachTransaction) {
  constexpr int kNormal = 1, kFull = 2;
  const auto synchronous = [&](Journal journal) {
    return open_for_writing(path(), LedgerSchema(kSchema), journal)
        .database()
        .execAndGet("PRAGMA synchronous")
        .getInt();
  };
  EXPECT_EQ(synchronous(Journal::write_ahead), kNormal);
  EXPECT_EQ(synchronous(Journal::rollback), kFull);
}

TEST_F(Connection, AReaderReadsALedgerWithARollbackJournal) {
  write_run(2);
  EXPECT_EQ(journal_of(Journal::rollback), "delete");
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM point"), Cell(std::int64_t{2}));
}

mode_t mode_of(const std::string& path) { return static_cast<mode_t>(fs::status(path).permissions()); }

gid_t group_of(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_gid : static_cast<gid_t>(-1);
}

TEST_F(Connection, GivesTheLogTheGroupAndThePermissionsThatTheLedgerHasNow) {
  write_run(1);
  fs::permissions(path(), fs::perms(0660));
  constexpr gid_t kLab = 12345;
  const gid_t group = chown(path().c_str(), -1, kLab) == 0 ? kLab : getgid();  // only root may use any group
  write_run(1);
  for (const char* end : {"-wal", "-shm"}) {
    EXPECT_EQ(mode_of(path() + end), 0660u) << end;
    EXPECT_EQ(group_of(path() + end), group) << end;
  }
}

TEST_F(Connection, TakesALogAwayThatTheLedgersGroupCouldNotWriteTo) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  { const LedgerWriter made(path(), kSchema); }
  for (const char* end : {"-wal", "-shm"}) fs::remove(path() + end);
  fs::permissions(in_folder(""), fs::perms(0777));
  fs::permissions(path(), fs::perms(0666));
  EXPECT_EQ(as_nobody([&] {
              write_run(1);
              return 7;
            }),
            7);
  EXPECT_FALSE(fs::exists(path() + "-wal"));
  EXPECT_FALSE(fs::exists(path() + "-shm"));
}

TEST_F(Connection, LeavesAnEmptyLogHoweverMuchWasWritten) {
  write_run(1);
  {
    WriteConnection connection = open_for_writing(path(), LedgerSchema(kSchema));
    connection.database().exec("CREATE TABLE large (a); INSERT INTO large VALUES (zeroblob(40000000))");
    EXPECT_GT(fs::file_size(path() + "-wal"), 40'000'000u);
  }
  EXPECT_EQ(fs::file_size(path() + "-wal"), 0u);
}

TEST_F(Connection, OfANewLedgerThatHasNoRoomLeavesNothing) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t room_bytes : {1, 4096, 8192, 100'000}) {
    const rlimit small{room_bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string message = message_of([&] { LedgerWriter(path(), kSchema); });
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_THAT(message, testing::StartsWith(path() + ": ")) << room_bytes;
    EXPECT_TRUE(fs::is_empty(in_folder(""))) << room_bytes;
  }
  write_run(1);
  EXPECT_EQ(read_latest().runs().size(), 1u);
}

TEST_F(Connection, OfOneNewLedgerIsHadByEachOfSeveralProcesses) {
  constexpr int kProcesses = 8;
  std::vector<pid_t> processes;
  for (int i = 0; i < kProcesses; ++i) {
    processes.push_back(fork());
    if (processes.back() == 0)
      _exit(message_of([&] { LedgerWriter(path(), kSchema).begin_run(run_info()); }) == "no error" ? 0 : 1);
  }
  for (const pid_t process : processes) {
    int status = 0;
    waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(LedgerReader(path(), kSchema).runs().size(), static_cast<std::size_t>(kProcesses));
}

TEST_F(Connection, TakesNoLogOfALedgerThatIsGoneForTheNewOne) {
  for (const char* end : {"-wal", "-journal"}) {
    std::ofstream(path() + end) << "results";
    EXPECT_THAT(message_of([&] { LedgerWriter(path(), kSchema); }), testing::StartsWith(path() + end + ": ")) << end;
    EXPECT_EQ(read_file(path() + end), "results");
    EXPECT_FALSE(fs::exists(path()));
    fs::resize_file(path() + end, 0);  // now empty
    EXPECT_EQ(message_of([&] { LedgerWriter(path(), kSchema); }), "no error");
    fs::remove(path());
    fs::remove(path() + end);
  }
}

}  // namespace
}  // namespace warpledger
