#include "store/read_connection.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <grp.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>

#include "store/export.h"
#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::Key;

/// What `action` returns when another user, whom permissions bind, calls it in a process of its own; 101 on an Error.
int as_nobody(const std::function<int()>& action) {
  constexpr uid_t kNobody = 65534;
  const pid_t child = fork();
  if (child == 0) {
    int code = 100;
    try {
      if (geteuid() != 0 || (setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0))
        code = action();
    } catch (const std::exception& error) {
      fprintf(stderr, "as nobody: %s\n", error.what());
      code = 101;
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A process that writes to a ledger until it is killed.
class Writing {
 public:
  /// Returns when `begin` has.
  explicit Writing(const std::function<void()>& begin) {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      begin();
      close(ready[1]);
      while (true) pause();
    }
    close(ready[1]);
    char none = 0;
    while (read(ready[0], &none, 1) > 0) continue;
    close(ready[0]);
  }
  ~Writing() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

 private:
  pid_t process_ = -1;
};

class ReadConnectionTest : public LedgerTest {
 protected:
  ReadConnectionTest() { fs::permissions(in_folder(""), fs::perms(0755)); }
  ~ReadConnectionTest() override { fs::permissions(in_folder(""), fs::perms(0755)); }
  void SetUp() override {
    if (as_nobody([] { return access((kSchema + "/migrations").c_str(), R_OK) == 0 ? 0 : 1; }) != 0)
      GTEST_SKIP() << "takes a source folder that another user may read";
  }

  /// The files of the folder, with what each holds.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::directory_iterator(in_folder("")))
      found[entry.path().filename().string()] = read_file(entry.path());
    return found;
  }
  /// How many points a reader finds.
  int points() const {
    return static_cast<int>(std::get<std::int64_t>(value({path(), kSchema, {}}, "SELECT count(*) FROM points")));
  }
  /// Begins a run of so many points that stay in the log.
  auto begin_run_of(std::int64_t count) const {
    return [this, count] {
      auto* writer = new LedgerWriter(path(), kSchema);  // which is never closed
      writer->begin_run(run_info());
      for (std::int64_t i = 0; i < count; ++i) writer->record(job(i), result(i));
    };
  }
};

TEST_F(ReadConnectionTest, LeavesNoFileBehind) {
  write_run(2);
  EXPECT_EQ(points(), 2);
  verify_ledger(path(), kSchema);
  EXPECT_THAT(files(), ElementsAre(Key("results.db")));
}

TEST_F(ReadConnectionTest, MergingALedgerLeavesNoFileBesideIt) {
  write_run(2);
  const auto before = files();
  const TemporaryFolder other;
  merge_ledger(other.path() / "all.db", path(), kSchema);
  export_run(path(), "latest", other.path() / "one.db", kSchema);
  EXPECT_EQ(files(), before);
}

TEST_F(ReadConnectionTest, OfAnotherUserInASharedFolderLetsTheOwnerWriteAfterwards) {
  write_run(2);
  fs::permissions(in_folder(""), fs::perms(01777));
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
  EXPECT_THAT(files(), ElementsAre(Key("results.db")));
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
  EXPECT_THAT(before, ElementsAre(Key("results.db"), Key("results.db-shm"), Key("results.db-wal")));
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
  EXPECT_THAT(before, ElementsAre(Key("results.db"), Key("results.db-journal")));
  EXPECT_EQ(as_nobody([&] { return points(); }), 2);
  EXPECT_EQ(files(), before);
}

TEST_F(ReadConnectionTest, ReadsOnAFullDiskAlsoWhatAProcessThatDiedHasWritten) {
  const std::string disk = in_folder("disk");
  fs::create_directory(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=3m") != 0) GTEST_SKIP() << "takes the right to mount";
  const std::shared_ptr<void> unmounted(nullptr, [&](void*) { umount2(disk.c_str(), MNT_DETACH); });
  const std::string ledger = disk + "/results.db";
  const auto points = [&] {
    return std::get<std::int64_t>(value({ledger, kSchema, {}}, "SELECT count(*) FROM points"));
  };
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

TEST_F(ReadConnectionTest, AWriterWhomAnotherUsersFilesKeepOutIsToldWhoseTheyAre) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  write_run(1);
  fs::permissions(in_folder(""), fs::perms(01777));
  fs::permissions(path(), fs::perms(0666));
  const Writing run(begin_run_of(1));
  fs::permissions(path() + "-shm", fs::perms(0644));
  const std::string expected = path() + ": " + path() +
                               "-shm belongs to root, and you may not write to it\nhint: let root run: chmod a+rw " +
                               path() + "*";
  EXPECT_EQ(as_nobody([&] {
              const std::string message = message_of([&] { LedgerWriter(path(), kSchema).begin_run(run_info()); });
              if (message != expected) fprintf(stderr, "%s\n", message.c_str());
              return message == expected ? 0 : 1;
            }),
            0);
}

TEST_F(ReadConnectionTest, AWriterWhoMayNotWriteLeavesNoFileThatKeepsTheOwnerOut) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  write_run(1);
  fs::permissions(in_folder(""), fs::perms(01777));
  fs::permissions(path(), fs::perms(0644));
  const std::string expected = path() +
                               ": the ledger cannot be written: Permission denied\nhint: check the permissions of the "
                               "file, or write to one of your own, with --db";
  EXPECT_EQ(as_nobody([&] {
              const std::string message = message_of([&] { LedgerWriter(path(), kSchema); });
              if (message != expected) fprintf(stderr, "%s\n", message.c_str());
              return message == expected ? 0 : 1;
            }),
            0);
  EXPECT_THAT(files(), ElementsAre(Key("results.db")));
}

TEST_F(ReadConnectionTest, SeesARunThatBeginsAfterItWasOpened) {
  write_run(1);
  const LedgerReader reader(path(), kSchema, {});
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

TEST_F(ReadConnectionTest, AnImmutableAnswerIsInvalidOnceTheFileHasChanged) {
  write_run(1);
  ReadConnection connection(path());
  EXPECT_FALSE(connection.is_outdated());
  {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    EXPECT_TRUE(connection.is_outdated());
    EXPECT_FALSE(connection.is_invalid()) << "what was written is in the log alone";
  }
  EXPECT_TRUE(connection.is_invalid());
}

TEST_F(ReadConnectionTest, AsksAgainWhenTheFileChangedMeanwhile) {
  write_run(1);
  int asked = 0;
  const int answer = read_ledger(path(), [&](ReadConnection& connection) {
    const int found = connection.database().execAndGet("SELECT count(*) FROM point").getInt();
    if (++asked == 1) write_run(2);  // and its log is put into the file
    return found;
  });
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(answer, 3);
}

TEST_F(ReadConnectionTest, SaysThatTheLedgerChangesRatherThanWhatFailedMeanwhile) {
  write_run(1);
  EXPECT_EQ(message_of([&] {
              read_ledger(path(), [&](ReadConnection&) -> int {
                fs::permissions(path(), fs::perms(0644));  // changes its state
                throw Error("no such table", "report it");
              });
            }),
            path() + ": the ledger changed while it was read\nhint: try again");
}

TEST_F(ReadConnectionTest, NamesTheLogThatItMayNotRead) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  write_run(1);
  { const Writing dies(begin_run_of(2)); }
  fs::remove(path() + "-shm");
  fs::permissions(path() + "-wal", fs::perms(0600));
  const std::string expected = path() + ": " + path() +
                               "-wal belongs to root, and you may not read it\nhint: let root run: chmod a+r " +
                               path() + "*";
  EXPECT_EQ(as_nobody([&] {
              const std::string message = message_of([&] { points(); });
              if (message != expected) fprintf(stderr, "%s\n", message.c_str());
              return message == expected ? 0 : 1;
            }),
            0);
}

TEST_F(ReadConnectionTest, NamesTheLogOfAnotherLedgerBesideOneThatReplacedIt) {
  write_run(40);
  { const Writing dies(begin_run_of(1)); }
  fs::remove(path() + "-shm");
  fs::remove(path());
  {
    LedgerWriter other(in_folder("other.db"), kSchema);
    RunInfo info = run_info();
    info.experiment_text = std::string(200'000, 'x');
    other.begin_run(info);
  }
  fs::rename(in_folder("other.db"), path());
  EXPECT_THAT(message_of([&] { points(); }),
              testing::AllOf(testing::HasSubstr("the ledger is damaged"),
                             testing::HasSubstr("-wal is of another ledger that had this name, move it away")));
}

TEST_F(ReadConnectionTest, ReadsALedgerWhoseNameHasAMeaningInAUri) {
  const std::string name = in_folder("50%3f?mode=rw#x.db");
  { LedgerWriter(name, kSchema).begin_run(run_info()); }
  EXPECT_EQ(LedgerReader(name, kSchema, {}).runs().size(), 1u);
}

TEST_F(ReadConnectionTest, ReadsThroughASymbolicLinkWhatARunWrites) {
  write_run(1);
  const TemporaryFolder other;
  fs::create_symlink(path(), other.path() / "link.db");
  const Writing run(begin_run_of(2));
  const LedgerReader reader(other.path() / "link.db", kSchema, {});
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{3}));
}

}  // namespace
}  // namespace warpledger
