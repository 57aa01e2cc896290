// Disks that fill, folders that cannot be written or vanish, locks, and several runs at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "base/text.h"
#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

constexpr const char* kWhole = "\nfinished: 40 planned, 40 recorded, at 40 places from 0 to 39\n";

/// The command that resumes, as an error message ends with it.
std::string resume_command_in(const std::string& message) {
  constexpr std::string_view kBefore = "then resume with: ";
  const std::size_t at = message.find(kBefore);
  if (at == std::string::npos) return "false  # no command in: " + message;
  return message.substr(at + kBefore.size(), message.find('\n', at) - at - kBefore.size());
}

/// A folder for the ledger, and one for the user's state beside it.
class LedgerStress : public testing::Test {
 protected:
  /// The run that all tests put obstacles before; `before` is a command of the shell that goes first.
  Ended run(const std::string& before = "true") const {
    return in_shell(before + " && warpledger run many --quiet --device " + device_under_test() + " --db data/night.db");
  }
  Ended in_shell(const std::string& command) const {
    return shell("export XDG_STATE_HOME=\"$PWD/state\"; mkdir -p data; " + command, folder_);
  }
  Background in_background(const std::string& name = "run") const {
    setenv("XDG_STATE_HOME", (folder_ + "/state").c_str(), 1);
    return Background({"run", "many", "--device", device_under_test(), "--db", "data/night.db"}, folder_, name);
  }
  std::string soundness(const std::string& ledger = "data/night.db") const {
    return in_shell("warpledger report soundness --db " + ledger).out;
  }

  LedgerStress() { std::filesystem::create_directory(folder_ + "/data"); }

  std::string folder_ = fresh_folder();
};

/// Whether this machine lets us mount something that only we see; a chroot does not. Without, a test takes another way
/// to the same end, or is skipped.
bool can_mount() { return shell("unshare -Urm mount -t tmpfs none .", fresh_folder()).exit_code == 0; }

TEST_F(LedgerStress, OnAFullDiskNothingIsLostAndTheRunGoesOnWhenThereIsRoom) {
  // The ledger needs some 550 KiB before its first point and more with each. A limit of file sizes, in blocks of 512
  // bytes, stops it likewise.
  const std::string fill =
      can_mount()
          ? "unshare -Urm sh -c 'mount -t tmpfs -o size=900k none data && cd data && warpledger run many --quiet --db "
            "night.db --device " +
                device_under_test() + "; code=$?; cp -a . ../kept; exit $code'"
          : "cd data && (ulimit -f 1800; warpledger run many --quiet --db night.db --device " + device_under_test() +
                "; code=$?; cp -a . ../kept; exit $code)";
  const Ended full = in_shell(fill);
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_THAT(full.err, ContainsRegex("^warpledger: night.db: (the disk is full|disk error: disk I/O error)\n"
                                      "hint: (make room on it|check the free space); nothing recorded before is lost\n"
                                      "  results that it could not take: [0-9]+, kept in .*\\.spill-[0-9a-f-]+\n"
                                      "  then resume with: warpledger run --resume [0-9a-f]{8} --db night.db\n$"));
  EXPECT_THAT(soundness("kept/night.db"), HasSubstr("integrity: ok\n"));
  // As if a process had died after it took the result in and before it removed the file: the result comes twice.
  in_shell("for file in kept/*.spill-* state/warpledger/*; do if [ -e $file ]; then sed -i p $file; fi; done");
  const Ended resumed = in_shell("cd kept && " + resume_command_in(full.err));
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, ContainsRegex("[0-9]+ results? taken from "));
  EXPECT_THAT(soundness("kept/night.db"), HasSubstr(kWhole));
  EXPECT_EQ(in_shell("ls kept/*.spill-* state/warpledger/*").out, "") << "the spill file was left there";
}

TEST_F(LedgerStress, AFolderThatCannotBeWrittenIsSaidBeforeAnythingRuns) {
  ASSERT_EQ(run().exit_code, 0);
  const std::string tail = "warpledger run many --quiet --db data/night.db --device " + device_under_test();
  // Permissions do not bind root: a mount that is read-only does.
  if (!can_mount() && geteuid() == 0) GTEST_SKIP() << "takes a mount, or a user whom permissions bind";
  const std::string read_only =
      can_mount() ? "unshare -Urm sh -c 'mount --bind data data && mount -o remount,ro,bind data && " + tail + "'"
                  : "chmod -R a-w data && " + tail;
  const Ended refused = in_shell(read_only);
  in_shell("chmod -R u+w data");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, ContainsRegex("^warpledger: data/night.db: the ledger cannot be (opened|written)[^\n]*\n"
                                         "hint: check "));
  EXPECT_THAT(soundness(), HasSubstr(kWhole));
}

TEST_F(LedgerStress, WhenTheFolderVanishesAllThatWasRecordedIsSaved) {
  Background process = in_background();
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  std::filesystem::remove_all(folder_ + "/data");
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, HasSubstr("warpledger: data/night.db: the ledger is gone: it was removed, moved, replaced "
                                   "or emptied while the run was under way\n"));
  EXPECT_THAT(
      ended.err,
      ContainsRegex("everything that the ledger contained was saved as .*/state/warpledger/night-[0-9a-f-]+.db\n"));
  const std::string command = resume_command_in(ended.err);
  EXPECT_EQ(in_shell(command).exit_code, 0) << command;
  EXPECT_THAT(soundness("state/warpledger/night-*.db"), HasSubstr(kWhole));
}

TEST_F(LedgerStress, ALedgerThatIsEmptiedIsNotWrittenToAndTheMessageSaysWhatToDo) {
  ASSERT_EQ(run().exit_code, 0);
  in_shell("cp data/night.db backup.db");
  Background process = in_background();
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  in_shell("truncate -s 0 data/night.db");
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, HasSubstr("replaced or emptied while the run was under way\n"));
  EXPECT_THAT(ended.err, HasSubstr("what the ledger contained could not be saved: restore a copy of data/night.db that "
                                   "has this run\n"));
  EXPECT_THAT(ended.err, ContainsRegex("results that it could not take: [0-9]+, kept in data/night.db.spill-"));
  EXPECT_EQ(in_shell("stat -c %s data/night.db; ls data/night.db-* state/warpledger/* | grep -v spill").out, "0\n");
  in_shell("cp backup.db data/night.db");
  EXPECT_THAT(soundness(), HasSubstr(kWhole));
}

TEST_F(LedgerStress, ALockedLedgerNamesTheProcessThatHoldsIt) {
  ASSERT_EQ(in_shell("command -v sqlite3").exit_code, 0) << "takes sqlite3: scripts/setup test";
  Background process = in_background();
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  // Holds the lock until the run has ended.
  in_shell(
      "mkfifo pipe; sqlite3 data/night.db <pipe & exec 9>pipe; echo '.timeout 9000' >&9; "
      "echo 'BEGIN EXCLUSIVE;' >&9; while kill -0 " +
      std::to_string(process.process()) + " && ! grep -q hint run.err; do sleep 0.1; done; exec 9>&-; wait");
  const Ended ended = process.wait();
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err,
              ContainsRegex("\nwarpledger: data/night.db: process [0-9]+ \\(sqlite3\\) has locked the ledger\n"
                            "hint: wait until it ends, or write to another file with --db\n"
                            "  results that it could not take: [1-9][0-9]*, kept in data/night.db.spill-"));
  EXPECT_EQ(in_shell(resume_command_in(ended.err)).exit_code, 0);
  EXPECT_THAT(soundness(), HasSubstr(kWhole));
}

TEST_F(LedgerStress, ARunGoesOnWhenNobodyReadsWhatItPrints) {
  in_shell("warpledger run many --device " + device_under_test() + " --db data/night.db 2>&1 | head -n 1");
  EXPECT_THAT(soundness(), HasSubstr(kWhole));
}

TEST_F(LedgerStress, TwoRunsAtOnceBothRecordAllTheirPoints) {
  Background first = in_background("first"), second = in_background("second");
  EXPECT_EQ(first.wait().exit_code, 0);
  EXPECT_EQ(second.wait().exit_code, 0);
  const std::string page = soundness();
  EXPECT_THAT(page, HasSubstr("integrity: ok\n"));
  EXPECT_THAT(page, HasSubstr(std::string(kWhole) + (kWhole + 1)));
}

TEST_F(LedgerStress, AReportReadsWhileARunWrites) {
  Background process = in_background();
  ASSERT_TRUE(process.wait_until_it_says(" points\n"));
  process.send(SIGSTOP);
  EXPECT_THAT(soundness(), HasSubstr("\nopen: 40 planned, "));
  process.send(SIGCONT);
  while (!process.exit_code()) {
    const Ended page = in_shell("warpledger report soundness --db data/night.db");
    EXPECT_EQ(page.exit_code, 0) << page.err;
  }
  EXPECT_EQ(process.wait().exit_code, 0);
  EXPECT_THAT(soundness(), HasSubstr(kWhole));
}

}  // namespace
}  // namespace warpledger::e2e
