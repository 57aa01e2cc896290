// Ledgers of several machines become one: merged in any order, twice, and killed at random moments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "e2e/background.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

const int kMergeKills = is_sanitized() ? 20 : 60;

/// Ledgers a.db, b.db and c.db: each has a run of its own, b also that of a, c those of a and b.
class Merges : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    const std::string run = "warpledger run many --quiet --device " + device_under_test();
    const Ended ended =
        in_shell(run + " --db a.db && cp a.db b.db && " + run + " --db b.db && cp b.db c.db && " + run +
                 " --db c.db && warpledger ledger annotate 'the fans are louder' --db b.db && warpledger ledger tag "
                 "latest spring --db c.db");
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
  }
  static Ended in_shell(const std::string& command) { return shell(command, folder_); }
  static std::string dump(const std::string& ledger) { return in_shell("sqlite3 " + ledger + " .dump").out; }

  static inline std::string folder_;
};

TEST_F(Merges, InAnyOrderAndTwiceGiveByteIdenticalDumps) {
  std::vector<std::string> names = {"a.db", "b.db", "c.db"};
  std::vector<std::string> dumps;
  do {
    const std::string into = "all" + std::to_string(dumps.size()) + ".db";
    const Ended merged = in_shell("warpledger ledger merge " + names[0] + " " + names[1] + " " + names[2] +
                                  " --take notes --db " + into);
    ASSERT_EQ(merged.exit_code, 0) << merged.err;
    dumps.push_back(dump(into));
  } while (std::next_permutation(names.begin(), names.end()));
  EXPECT_EQ(dumps.size(), 6);
  EXPECT_THAT(dumps.front(), HasSubstr("the fans are louder"));
  for (const std::string& one : dumps) EXPECT_TRUE(one == dumps.front());
  const Ended again = in_shell("warpledger ledger merge a.db b.db c.db --take notes --db all0.db");
  EXPECT_THAT(again.out, ContainsRegex("\nc.db +0 +3 +0 +120 +0 +"));
  EXPECT_TRUE(dump("all0.db") == dumps.front());
}

TEST_F(Merges, KilledAtAnyMomentLeaveTheLedgerAsBeforeOrAsAfter) {
  in_shell("warpledger ledger merge a.db --db whole.db && warpledger ledger merge c.db --db whole.db");
  const std::string after = dump("whole.db");
  const auto start = std::chrono::steady_clock::now();
  in_shell("warpledger ledger merge a.db --db hit.db && warpledger ledger merge c.db --db timed.db");
  const std::chrono::duration<double> twice = std::chrono::steady_clock::now() - start;
  const std::string before = dump("hit.db");
  std::mt19937 random(20240229);
  std::uniform_real_distribution<double> moment(0, 0.6);
  int unchanged = 0;
  for (int i = 0; i < kMergeKills; ++i) {
    in_shell("rm -f hit.db*; warpledger ledger merge a.db --db hit.db");
    Background merging({"ledger", "merge", "c.db", "--db", "hit.db"}, folder_, "merging");
    std::this_thread::sleep_for(twice * moment(random));
    merging.send(SIGKILL);
    merging.wait();
    const std::string left = dump("hit.db");
    EXPECT_TRUE(left == before || left == after);
    if (left == before) ++unchanged;
  }
  EXPECT_GT(unchanged, 0) << "no kill came before the end";
  const Ended verified = in_shell("warpledger ledger check --db hit.db && warpledger ledger merge c.db --db hit.db");
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
  EXPECT_TRUE(dump("hit.db") == after);
}

TEST_F(Merges, TakeInARunThatWasExportedToAFile) {
  in_shell("cp c.db d.db");
  const Ended exported = in_shell("warpledger ledger export latest -o night.db --db d.db");
  EXPECT_EQ(exported.exit_code, 0) << exported.err;
  EXPECT_THAT(exported.out,
              ContainsRegex("^run [0-9a-f]{8} is in night.db; import it with `warpledger ledger merge night.db`\n$"));
  const Ended imported = in_shell("cp a.db e.db; warpledger ledger merge night.db --db e.db");
  EXPECT_THAT(imported.out, ContainsRegex("\nnight.db +1 +0 +40 +0 +1 +0 +0 +0\n"));
  EXPECT_THAT(in_shell("warpledger list --db e.db").out, ContainsRegex("\n.* many .* finished +spring\n"));
  EXPECT_EQ(in_shell("warpledger ledger check --db night.db").exit_code, 0);
}

TEST_F(Merges, RefuseWhatIsNoLedgerAndLeaveAllAsItWas) {
  in_shell("cp a.db f.db; echo hello >text.db");
  const std::string before = dump("f.db");
  const Ended refused = in_shell("warpledger ledger merge text.db --db f.db");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("warpledger: text.db: this is not a ledger: it is not an SQLite database\n"));
  EXPECT_TRUE(dump("f.db") == before);
  EXPECT_EQ(in_shell("cat text.db").out, "hello\n");
}

TEST_F(Merges, VerifySaysWhatIsDamaged) {
  in_shell(
      "cp a.db g.db; sqlite3 g.db \"DROP TRIGGER timing_no_update; UPDATE timing SET samples_ns = zeroblob(8), "
      "sm_clock_mhz = zeroblob(8) WHERE point = (SELECT min(point) FROM timing); CREATE TRIGGER timing_no_update "
      "BEFORE "
      "UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END\"");
  const Ended damaged = in_shell("warpledger ledger check --db g.db");
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.out, ContainsRegex("\nsamples +40 +1 +point [0-9]+ of run [0-9a-f]{8}: differs\\s+from"));
  const Ended refused = in_shell("warpledger ledger merge g.db --db i.db; ls i.db");
  EXPECT_THAT(refused.err, HasSubstr("warpledger: g.db: the ledger is damaged:\n  "));
  EXPECT_THAT(refused.err, HasSubstr("'i.db'"));  // ls found none
  EXPECT_EQ(in_shell("warpledger ledger check --db a.db").exit_code, 0);
}

TEST_F(Merges, AForgottenRunIsHiddenAndNotDeleted) {
  in_shell("cp c.db h.db");
  const std::string all = in_shell("warpledger list --db h.db").out;
  const Ended forgotten = in_shell("warpledger ledger forget latest --why 'blocked fan' --db h.db");
  EXPECT_THAT(forgotten.out, ContainsRegex("^run [0-9a-f]{8} is hidden, not deleted; --recall shows it again\n$"));
  const std::string uuid = forgotten.out.substr(4, 8);
  EXPECT_THAT(in_shell("warpledger list --db h.db").out, testing::Not(HasSubstr(uuid)));
  EXPECT_THAT(in_shell("warpledger list --all --db h.db").out,
              ContainsRegex(uuid + ".* finished, forgotten +spring\n"));
  EXPECT_EQ(in_shell("warpledger ledger forget " + uuid + " --recall --db h.db").out,
            "run " + uuid + " is shown again\n");
  EXPECT_EQ(in_shell("warpledger list --db h.db").out, all);
}

}  // namespace
}  // namespace warpledger::e2e
