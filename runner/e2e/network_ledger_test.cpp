// A ledger that two machines share on a network file system whose locks stay on each machine: two mounts of one folder,
// each of which a machine with a host name of its own uses. Nothing is lost, and who may not write is told what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr const char* kAllPoints = "n,different\n40,40\n";

class NetworkLedger : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "takes root, to be two machines";
    if (in_shell("command -v bindfs").exit_code != 0) GTEST_SKIP() << "takes bindfs: scripts/setup fuse";
    in_shell("mkdir disk one two own");
    for (const char* machine : {"one", "two"}) {
      if (in_shell(std::string("bindfs disk ") + machine).exit_code != 0) GTEST_SKIP() << "FUSE cannot be mounted here";
      if (on(machine, "true").exit_code != 0) GTEST_SKIP() << "takes the right to name a machine";
    }
  }
  void TearDown() override { in_shell("umount one; umount two"); }

  Ended in_shell(const std::string& command) const { return shell(command, folder_); }
  /// The command line of a machine: its ledger is MACHINE/x.db.
  static std::string command_of(const std::string& machine, const std::string& command) {
    return "unshare -u sh -c 'hostname " + machine + " && echo $$ >" + machine + ".process && exec " + command + "'";
  }
  Ended on(const std::string& machine, const std::string& command) const {
    return in_shell(command_of(machine, command));
  }
  static std::string run(const std::string& ledger) {
    return "warpledger run many --device host --quiet --db " + ledger;
  }
  /// Begins a run on machine one and stops it, with what it holds, when it has recorded points.
  void begin_and_hold() const {
    in_shell(
        "{ " + command_of("one", run("one/x.db")) +
        "; echo $? >code; } >out 2>&1 & until [ $(warpledger query \"SELECT count(*) FROM points\" --format csv --db "
        "disk/x.db 2>&1 | tail -n 1) -gt 3 ] 2>/dev/null; do sleep 0.05; done; kill -STOP $(cat one.process)");
  }
  Ended go_on(const char* signal) const {
    return in_shell(std::string("kill -") + signal +
                    " $(cat one.process); until [ -s code ]; do sleep 0.05; done; cat out; exit $(cat code)");
  }
  std::string points(const std::string& ledger) const {
    return in_shell("warpledger query --format csv --db " + ledger +
                    " \"SELECT count(*) AS n, count(DISTINCT identity) AS different FROM points\"")
        .out;
  }
  std::string files() const { return in_shell("ls disk").out; }

  std::string folder_ = fresh_folder();
};

TEST_F(NetworkLedger, IsWrittenByOneMachineAtATimeAndTheOtherIsToldSo) {
  begin_and_hold();
  for (const std::string& command :
       {run("two/x.db"), std::string("warpledger ledger tag latest spring --db two/x.db")}) {
    const Ended refused = on("two", command);
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_THAT(refused.err,
                HasSubstr("two/x.db: one writes to this ledger: on a network file system, two machines at once "
                          "could damage it\nhint: write to a ledger of this machine's own"));
  }
  // The way on.
  EXPECT_EQ(on("two", run("own/y.db") + " --set n=1").exit_code, 0);
  EXPECT_EQ(on("two", "warpledger ledger merge own/y.db --db two/x.db").exit_code, 2);
  EXPECT_EQ(go_on("CONT").exit_code, 0);
  EXPECT_EQ(points("disk/x.db"), kAllPoints);
  EXPECT_EQ(files(), "x.db\n");
  EXPECT_EQ(on("two", "warpledger ledger merge own/y.db --db two/x.db").exit_code, 0);
  EXPECT_EQ(points("disk/x.db"), "n,different\n41,40\n");
  EXPECT_EQ(on("one", "warpledger ledger check --db one/x.db").exit_code, 0);
}

TEST_F(NetworkLedger, IsReadOnAnotherMachineWhileItIsWritten) {
  const std::string count = "warpledger query \"SELECT count(*) FROM points\" --format csv --db two/x.db";
  begin_and_hold();
  const Ended held = on("two", count);
  EXPECT_EQ(held.exit_code, 0) << held.err;
  EXPECT_THAT(held.out, MatchesRegex("count.*\n[0-9]+\n"));
  // Who writes without a pause may leave no moment for a copy; that is said, and no answer goes back.
  const Ended read =
      in_shell("kill -CONT $(cat one.process); seen=0; until [ -s code ]; do " + command_of("two", count) +
               " >answer 2>error && found=$(tail -n 1 answer) && { [ $found -ge $seen ] || echo $found "
               "after $seen; seen=$found; } || grep -v -e 'x.db: one writes to this ledger' -e 'x.db: the ledger "
               "changed while it was read' "
               "-e '^hint: read it on that machine' -e '^hint: try again' error; done");
  EXPECT_EQ(read.out + read.err, "");
  EXPECT_EQ(points("disk/x.db"), kAllPoints);
  EXPECT_EQ(files(), "x.db\n");
}

TEST_F(NetworkLedger, OfAMachineThatDiedGoesOnWhenThatIsSaid) {
  begin_and_hold();
  go_on("KILL");
  const Ended refused = on("two", "warpledger run --resume --quiet --db two/x.db");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, MatchesRegex("(.|\n)*if nothing writes there any more: rm [^\n]*two/x.db-node\n"));
  EXPECT_EQ(on("two", "rm two/x.db-node").exit_code, 0);
  const Ended resumed = on("two", "warpledger run --resume --quiet --db two/x.db");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(points("disk/x.db"), kAllPoints);
  EXPECT_EQ(files(), "x.db\n");
}

/// A folder on NFS whose server grants no locks, as no_locks.cpp has it.
class LedgerWithoutLocks : public testing::Test {
 protected:
  void SetUp() override {
    if (is_sanitized()) GTEST_SKIP() << "AddressSanitizer must be the first library";
    shell("mkdir without_locks", folder_);
  }
  Ended refused(int error_number, const std::string& command) const {
    return shell("LOCK_ERROR=" + std::to_string(error_number) + " LD_PRELOAD=" + WARPLEDGER_NO_LOCKS + " warpledger " +
                     command + " --db without_locks/t.db",
                 folder_);
  }
  std::string folder_ = fresh_folder();
};

TEST_F(LedgerWithoutLocks, IsReportedAsThatAndNoFileIsMade) {
  for (const int error_number : {ENOLCK, ENOSYS, EPROTO, EIO}) {
    for (const std::string command : {"run many --device host --quiet", "ledger annotate note", "list runs"}) {
      const Ended ended = refused(error_number, command);
      EXPECT_EQ(ended.exit_code, 2) << command;
      const bool reads = command.starts_with("list");
      const std::string problem =
          reads ? "there is no ledger here"
                : std::string("the ledger cannot be locked: ") + strerror(error_number) + " (NFS)";
      EXPECT_THAT(ended.err, HasSubstr("without_locks/t.db: " + problem + "\nhint: ")) << command;
      EXPECT_EQ(shell("ls -A without_locks", folder_).out, "") << command;
    }
  }
}

TEST_F(LedgerWithoutLocks, ThatIsThereIsReportedAsThatToWritersAndReadersAlike) {
  ASSERT_EQ(
      warpledger({"run", "many", "--set", "n=1", "--device", "host", "--quiet", "--db", "local.db"}, folder_).exit_code,
      0);
  shell("cp local.db without_locks/t.db", folder_);
  for (const std::string command :
       {"run many --device host --quiet", "ledger tag latest spring", "list runs", "query 'SELECT 1'", "report"}) {
    const Ended ended = refused(ENOLCK, command);
    EXPECT_EQ(ended.exit_code, 2) << command;
    EXPECT_THAT(ended.err, HasSubstr("t.db: the ledger cannot be locked: No locks available (NFS)\n")) << command;
    EXPECT_EQ(shell("ls -A without_locks; cmp local.db without_locks/t.db", folder_).out, "t.db\n") << command;
  }
}

}  // namespace
}  // namespace warpledger::e2e
