// A ledger that several users share: whoever reads it leaves nothing behind, and needs no right to write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kOwner = "1";
constexpr const char* kGuest = "65534";

constexpr const char* kFinished = "\nfinished: 40 planned, 40 recorded, at 40 places from 0 to 39\n";

/// Each command that only reads a ledger; they say where they fail.
constexpr const char* kReads = R"(
read_all() {
  for command in 'list' 'list --all' 'report' 'report soundness' 'show latest' 'history' 'compare latest~1 latest' \
      'query "SELECT count(*) FROM points"' 'ledger check'; do
    eval "warpledger $command --db $1" >$TMPDIR/out 2>$TMPDIR/err
    code=$?
    if [ $code -gt 1 ]; then echo "$command: $code"; cat $TMPDIR/err; fi
  done
}
)";

/// The folder `data` of two users, neither of whom is root. The owner has recorded two runs in data/lab.db.
class SharedLedger : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two other users";
    if (as(kGuest, "warpledger --version").exit_code != 0) GTEST_SKIP() << "takes a program that other users may run";
    std::filesystem::permissions(folder_, std::filesystem::perms(0755));
    in_shell("mkdir data one two; chmod 755 one two; chown 1 data one; chown 65534 two");
    for (int i = 0; i < 2; ++i) {
      const Ended ended = run();
      ASSERT_EQ(ended.exit_code, 0) << ended.err;
    }
  }

  Ended in_shell(const std::string& command) const { return shell(command, folder_); }
  /// The command of a user who may write to a folder of their own.
  std::string command_of(const std::string& user, const std::string& command) const {
    const std::string own = folder_ + (user == kOwner ? "/one" : "/two");
    return "export HOME=" + own + " TMPDIR=" + own + " XDG_STATE_HOME=" + own + " XDG_CACHE_HOME=" + own + "; " +
           "exec setpriv --reuid=" + user + " --regid=" + user + " --clear-groups sh -c '" + command + "'";
  }
  Ended as(const std::string& user, const std::string& command) const {
    return in_shell("(" + command_of(user, command) + ")");
  }
  Ended run() const {
    return as(kOwner, "umask 022; warpledger run many --quiet --db data/lab.db --device " + device_under_test());
  }
  /// What went wrong when a user reads it in all ways.
  std::string failures_of_reading(const std::string& user = kGuest, const std::string& before = "true") const {
    std::ofstream(folder_ + "/reads") << kReads;
    return as(user, before + "; . ./reads; read_all data/lab.db").out;
  }
  /// The files of the shared folder: names, owners, sizes, permissions.
  std::string files() const { return in_shell("ls -ln --time-style=+ data").out; }

  std::string folder_ = fresh_folder();
};

TEST_F(SharedLedger, IsReadInEachWayWithoutATraceAndItsOwnerWritesAfterwards) {
  in_shell("chmod 1777 data");
  const std::string before = files();
  EXPECT_EQ(failures_of_reading(), "");
  EXPECT_EQ(files(), before);
  const Ended again = run();
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(as(kOwner, "warpledger ledger tag latest spring --db data/lab.db").exit_code, 0);
}

TEST_F(SharedLedger, IsReadInAFolderThatTheReaderMayNotWriteTo) {
  const std::string before = files();
  EXPECT_EQ(failures_of_reading(), "");
  in_shell("chmod a-w data data/lab.db");
  EXPECT_EQ(failures_of_reading(kOwner), "");
  in_shell("chmod u+w data data/lab.db data/lab.db-wal");  // SQLite gave the empty log the mode of the ledger
  EXPECT_EQ(files(), before);
}

TEST_F(SharedLedger, IsReadOnAMountThatIsReadOnly) {
  const std::string mounted = "unshare -m sh -c 'mount --bind data data && mount -o remount,ro,bind data && ";
  if (in_shell(mounted + "true'").exit_code != 0) GTEST_SKIP() << "takes the right to mount";
  const std::string before = files();
  failures_of_reading("65534", "false");  // writes the file of commands
  const Ended read = in_shell("export TMPDIR=" + folder_ + "; " + mounted + ". ./reads; read_all data/lab.db'");
  EXPECT_EQ(read.out + read.err, "");
  EXPECT_EQ(files(), before);
}

TEST_F(SharedLedger, IsMergedAndExportedWithoutATrace) {
  in_shell("chmod 1777 data");
  const std::string before = files();
  EXPECT_EQ(as(kGuest, "warpledger ledger merge data/lab.db --db two/all.db").exit_code, 0);
  EXPECT_EQ(as(kGuest, "warpledger ledger export latest -o two/run.db --db data/lab.db").exit_code, 0);
  EXPECT_THAT(as(kGuest, "warpledger report soundness --db two/all.db").out, HasSubstr(kFinished));
  EXPECT_EQ(files(), before);
}

TEST_F(SharedLedger, IsReadByOthersWhileItsOwnerWritesAndAfterTheyAreKilled) {
  in_shell("chmod 1777 data");
  constexpr const char* kCount = "warpledger query \"SELECT count(*) FROM points\" --format csv --db data/lab.db";
  in_shell("(umask 022; " +
           command_of(kOwner, "exec warpledger run many --db data/lab.db --device " + device_under_test() +
                                  " >one/out 2>one/err") +
           ") & echo $! >one/process; until [ $(" + kCount +
           " | tail -n 1) -gt 80 ]; do sleep 0.02; done; "
           "kill -STOP $(cat one/process)");  // so that it does not end while others read
  EXPECT_EQ(failures_of_reading(), "");
  EXPECT_THAT(files(), HasSubstr("lab.db-wal"));
  // Its worker ends by itself; the ledger is not its business.
  in_shell("kill -KILL $(cat one/process); while kill -0 $(cat one/process); do sleep 0.05; done");
  const std::string before = files();
  EXPECT_EQ(failures_of_reading(), "");
  const std::string seen = as(kGuest, kCount).out;
  EXPECT_EQ(files(), before);
  EXPECT_EQ(as(kOwner, kCount).out, seen);
  const Ended resumed = as(kOwner, "umask 022; warpledger run --resume --quiet --db data/lab.db");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
}

TEST_F(SharedLedger, IsReadWhileWritersComeAndGoAndNeverGoesBack) {
  in_shell("chmod 1777 data");
  in_shell("(" +
           command_of(kOwner,
                      "umask 022; for i in $(seq 40); do warpledger ledger annotate $i --run latest --db data/lab.db; "
                      "done >one/out 2>&1; touch one/done") +
           ") & ");
  const Ended read =
      as(kGuest,
         "seen=0; until [ -e one/done ]; do found=$(warpledger query \"SELECT count(*) AS n FROM notes\" --format csv "
         "--db data/lab.db | tail -n 1); if [ \"$found\" -lt $seen ]; then echo $found after $seen; fi; seen=$found; "
         "done");
  EXPECT_EQ(read.out + read.err, "");
  EXPECT_THAT(as(kOwner, "grep -v note one/out").out, "");
  EXPECT_THAT(files(), Not(HasSubstr(kGuest)));
  EXPECT_THAT(as(kGuest, "warpledger query \"SELECT count(*) FROM notes\" --format csv --db data/lab.db").out,
              HasSubstr("\n40\n"));
}

TEST_F(SharedLedger, AFailedExportLeavesNoFile) {
  const Ended failed = as(
      kGuest, "trap \"\" XFSZ; cd two; (ulimit -f 300; warpledger ledger export latest -o run.db --db ../data/lab.db)");
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_EQ(in_shell("ls two").out, "");
}

}  // namespace
}  // namespace warpledger::e2e
