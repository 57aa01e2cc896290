#include "store/ledger_file.h"

#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "store/ledger_fixture.h"
#include "store/schema.h"

namespace warpledger {
namespace {

class Refusal : public LedgerTest {
 protected:
  void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  void execute(const std::string& sql) const {
    SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }
  std::string files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(in_folder("")))
      names.insert(entry.path().filename().string());
    return join({names.begin(), names.end()});
  }

  void expect_refused(const std::string& message) const {
    const std::string before = read_file(path());
    EXPECT_EQ(message_of([&] { LedgerWriter(path(), kSchema); }), message);
    EXPECT_EQ(message_of([&] { LedgerReader(path(), kSchema); }), message);
    EXPECT_TRUE(read_file(path()) == before) << "the file was changed";
  }
};

TEST_F(Refusal, OfANewerSchemaNamesBothVersions) {
  write_run(1);
  execute("PRAGMA user_version = 99");
  expect_refused(path() +
                 fmt::format(": this ledger has schema 99; this program knows schemas up to {}\n",
                             LedgerSchema(kSchema).version()) +
                 "hint: use the newer warpledger that wrote it; the file was not changed");
}

TEST_F(Refusal, OfANewerSchemaLeavesTheJournalModeOfACopyAsItIs) {
  write_run(1);
  execute("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  expect_refused(path() +
                 fmt::format(": this ledger has schema 99; this program knows schemas up to {}\n",
                             LedgerSchema(kSchema).version()) +
                 "hint: use the newer warpledger that wrote it; the file was not changed");
  EXPECT_EQ(files(), "results.db");
}

TEST_F(Refusal, OfANewerSchemaHoldsWhenOnlyTheWriteAheadLogSaysSo) {
  write_run(1);
  SQLite::Database other(path(), SQLite::OPEN_READWRITE);
  other.exec("PRAGMA wal_autocheckpoint = 0");
  other.exec("PRAGMA user_version = 99");
  expect_refused(path() +
                 fmt::format(": this ledger has schema 99; this program knows schemas up to {}\n",
                             LedgerSchema(kSchema).version()) +
                 "hint: use the newer warpledger that wrote it; the file was not changed");
}

TEST_F(Refusal, OfAnotherApplicationsDatabase) {
  execute("CREATE TABLE notes (text); PRAGMA application_id = 1234; PRAGMA user_version = 1");
  expect_refused(path() +
                 ": this is the database of another application (application id 1234)\n"
                 "hint: name a ledger or a new file with --db; this file was not changed");
  EXPECT_EQ(files(), "results.db");
}

TEST_F(Refusal, OfADatabaseThatNoApplicationClaims) {
  execute("CREATE TABLE notes (text)");
  expect_refused(path() +
                 ": this is the database of another application (application id 0)\n"
                 "hint: name a ledger or a new file with --db; this file was not changed");
}

TEST_F(Refusal, OfAText) {
  write("wp,t\n1,149\n");
  expect_refused(path() +
                 ": this is not a ledger: it is not an SQLite database\n"
                 "hint: name a ledger or a new file with --db; this file was not changed");
}

TEST_F(Refusal, OfAFolder) {
  std::filesystem::create_directory(path());
  const std::string message = path() +
                              ": this is a folder, not a ledger\n"
                              "hint: name a ledger or a new file with --db; this file was not changed";
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), kSchema); }), message);
  EXPECT_EQ(message_of([&] { LedgerReader(path(), kSchema); }), message);
}

TEST_F(Refusal, OfADeviceFile) {
  EXPECT_EQ(message_of([&] { LedgerWriter("/dev/null", kSchema); }),
            "/dev/null: this is not a regular file\n"
            "hint: name a ledger or a new file with --db; this file was not changed");
}

TEST_F(Refusal, OfATruncatedLedger) {
  write_run(20);
  const std::string whole = read_file(path());
  write(whole.substr(0, whole.size() / 2 / 4096 * 4096));
  expect_refused(path() +
                 ": the ledger is damaged: database disk image is malformed\n"
                 "hint: restore a copy, or save what is left: sqlite3 " +
                 path() + " .recover | sqlite3 saved.db");
}

TEST_F(Refusal, OfAFileThatOnlyBeginsLikeADatabase) {
  write(std::string("SQLite format 3\0", 16) + std::string(500, 'x'));
  expect_refused(path() +
                 ": the ledger is damaged: file is not a database\n"
                 "hint: restore a copy, or save what is left: sqlite3 " +
                 path() + " .recover | sqlite3 saved.db");
}

TEST_F(Refusal, OfAFolderThatDoesNotExistOrCannotBeWritten) {
  for (const std::string& path : {in_folder("absent/results.db"), std::string("/proc/results.db")})
    EXPECT_THAT(message_of([&] { LedgerWriter(path, kSchema); }), testing::StartsWith(path + ": cannot be written: "));
}

TEST_F(Refusal, OfAnEmptyName) {
  EXPECT_EQ(message_of([&] { LedgerWriter("", kSchema); }), "the ledger's name is empty\nhint: name a file with --db");
}

TEST_F(Refusal, ToReadWhereThereIsNothing) {
  const std::string message =
      path() + ": there is no ledger here\nhint: run an experiment first, or name its ledger with --db";
  EXPECT_EQ(message_of([&] { LedgerReader(path(), kSchema); }), message);
  EXPECT_FALSE(std::filesystem::exists(path()));
  write("");
  EXPECT_EQ(message_of([&] { LedgerReader(path(), kSchema); }), message);
  EXPECT_EQ(read_file(path()), "");
}

TEST_F(LedgerTest, AnEmptyFileBecomesALedger) {
  std::ofstream(path()) << "";
  write_run(1);
  EXPECT_EQ(read_latest().runs().size(), 1u);
}

TEST_F(LedgerTest, ADatabaseThatIsStillEmptyBecomesALedger) {
  SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("PRAGMA journal_mode = WAL");
  ASSERT_GT(std::filesystem::file_size(path()), 0u);
  write_run(1);
  EXPECT_EQ(read_latest().runs().size(), 1u);
}

TEST_F(LedgerTest, SaysInItsHeaderWhatItIs) {
  write_run(1);
  const std::string bytes = read_file(path());
  EXPECT_EQ(bytes.substr(68, 4), "WLGR");
  EXPECT_EQ(bytes.substr(60, 4), std::string({0, 0, 0, static_cast<char>(LedgerSchema(kSchema).version())}));
}

TEST_F(LedgerTest, ANameWithAMeaningToSqliteIsAFile) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(in_folder(""));
  { const LedgerWriter made(":memory:", kSchema); }
  std::filesystem::current_path(here);
  EXPECT_TRUE(std::filesystem::exists(in_folder(":memory:")));
}

class SchemaVersion : public LedgerTest {};

TEST_F(SchemaVersion, IsReadWithoutErrorWhileAnotherMakesTheLedger) {
  for (int i = 0; i < 100; ++i) {
    const std::string ledger = in_folder(fmt::format("{}.db", i));
    std::jthread maker([&] { LedgerWriter(ledger, kSchema); });
    std::optional<int> version;
    ASSERT_EQ(message_of([&] {
                while (!version) version = schema_version_of(ledger);
              }),
              "no error");
  }
}

/// True if another process sees SQLite's lock, which every open connection holds with a write-ahead log.
bool is_locked(const std::string& ledger) {
  const pid_t child = fork();
  if (child == 0) {
    const int file = open(ledger.c_str(), O_RDWR);
    struct flock shared {};
    shared.l_type = F_WRLCK;
    shared.l_start = 0x40000002;
    shared.l_len = 510;
    _exit(fcntl(file, F_GETLK, &shared) == 0 && shared.l_type != F_UNLCK ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status) == 1;
}

TEST_F(SchemaVersion, IsReadWithoutTheLossOfLocksThatThisProcessHas) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  ASSERT_TRUE(is_locked(path()));
  schema_version_of(path());
  EXPECT_TRUE(is_locked(path())) << "the next process that closes the ledger would remove its write-ahead log";
}

TEST(FileSystem, NamesNetworkFileSystemsByTheirMagic) {
  EXPECT_EQ(network_file_system_of_magic(0x6969), "NFS");
  EXPECT_EQ(network_file_system_of_magic(0xff534d42), "SMB");
  EXPECT_EQ(network_file_system_of_magic(0x01021997), "9P");
  EXPECT_EQ(network_file_system_of_magic(0x65735546), "FUSE");
  EXPECT_EQ(network_file_system_of_magic(0x0bd00bd0), "Lustre");
}

TEST(FileSystem, KnowsAMagicThatIsGivenAsANegativeNumber) {
  EXPECT_EQ(network_file_system_of_magic(static_cast<int>(0xff534d42)), "SMB");
}

TEST(FileSystem, LocalOnesHaveNoName) {
  for (const long local :
       {0xef53L, 0x01021994L, 0x9123683eL, 0x58465342L, 0x794c7630L})  // ext4 tmpfs btrfs xfs overlay
    EXPECT_EQ(network_file_system_of_magic(local), std::nullopt);
}

TEST(FileSystem, OfAFileThatIsNotThereYetIsItsFolders) {
  EXPECT_EQ(network_file_system("/proc/absent.db"), std::nullopt);
  EXPECT_EQ(network_file_system("/absent/absent.db"), std::nullopt);
}

}  // namespace
}  // namespace warpledger
