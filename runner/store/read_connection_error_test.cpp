#include <filesystem>

#include "base/error.h"
#include "store/other_user_fixture.h"
#include "store/read_connection.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

using ReadConnectionErrors = ReadConnectionTest;

TEST_F(ReadConnectionErrors, AWriterWhomAnotherUsersFilesKeepOutIsToldWhoseTheyAre) {
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

TEST_F(ReadConnectionErrors, AWriterWhoMayNotWriteLeavesNoFileThatKeepsTheOwnerOut) {
  if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two users";
  write_run(1);
  remove_log();
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
  EXPECT_THAT(names(), testing::ElementsAre("results.db"));
}

TEST_F(ReadConnectionErrors, SaysThatTheLedgerChangesRatherThanWhatFailedMeanwhile) {
  write_run(1);
  remove_log();
  EXPECT_EQ(message_of([&] {
              read_ledger(path(), [&](ReadConnection&) -> int {
                fs::permissions(path(), fs::perms(0644));  // changes its state
                throw Error("no such table", "report it");
              });
            }),
            path() + ": the ledger changed while it was read\nhint: try again");
}

TEST_F(ReadConnectionErrors, NamesTheLogThatItMayNotRead) {
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

TEST_F(ReadConnectionErrors, NamesTheLogOfAnotherLedgerBesideOneThatReplacedIt) {
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
              AllOf(HasSubstr("the ledger is damaged"),
                    HasSubstr("-wal is of another ledger that had this name, move it away")));
}

}  // namespace
}  // namespace warpledger
