#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::MatchesRegex;

class Resume : public LedgerTest {
 protected:
  /// Writes a run that ended after one of two points.
  std::string interrupted() const {
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.texts = {{"kernels/norm/family.yaml", "family: norm\n"}, {"kernels/norm/norm_base.cu", "kernel text"}};
    std::string uuid = writer.begin_run(info);
    writer.record(job(0), result(0));
    writer.end_run("interrupted", "stopped by the user");
    return uuid;
  }
  std::string text(const std::string& sql) const { return std::get<std::string>(value(read_latest(), sql)); }
};

TEST_F(Resume, GivesBackAllThatTheRunWasMadeOf) {
  const std::string uuid = interrupted();
  LedgerWriter writer(path(), kSchema);
  const StoredRun run = writer.claim_run(uuid.substr(0, 8));
  EXPECT_EQ(run.uuid, uuid);
  EXPECT_EQ(run.outcome, "interrupted");
  EXPECT_EQ(run.experiment, "lsu-2024-hw01");
  EXPECT_EQ(run.experiment_text, "experiment: lsu-2024-hw01\n");
  EXPECT_EQ(run.settings_json, R"({"warps": 1})");
  EXPECT_EQ(run.planned_points, 2);
  EXPECT_EQ(run.tool_version, "0.1.0");
  EXPECT_EQ(run.device.uuid, "GPU-1");
  EXPECT_EQ(run.device.facts, run_info().device.facts);
  EXPECT_EQ(run.device.environment, run_info().device.environment);
  ASSERT_EQ(run.texts.size(), 2u);
  EXPECT_EQ(run.texts[1].name, "kernels/norm/norm_base.cu");
  EXPECT_EQ(run.texts[1].text, "kernel text");
  ASSERT_EQ(run.recorded.size(), 1u);
  EXPECT_EQ(run.recorded[0].key, "key-0");
  EXPECT_TRUE(run.recorded[0].ok);
}

TEST_F(Resume, GivesBackHowThePointsEnded) {
  interrupted();
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  Result failed = result(1);
  failed.outcome = Outcome::crashed;
  failed.reason = "it died";
  failed.timing.reset();
  writer.resume_run(run_info(), "");
  writer.record(job(1), failed);
  const std::vector<Result> results = writer.recorded_results();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].outcome, Outcome::ok);
  EXPECT_EQ(results[0].wall_s, result(0).wall_s);
  ASSERT_TRUE(results[0].timing);
  ASSERT_EQ(results[0].timing->samples.size(), result(0).timing->samples.size());
  EXPECT_EQ(results[0].timing->samples.front().time_ns, result(0).timing->samples.front().time_ns);
  EXPECT_EQ(results[1].ordinal, 1);
  EXPECT_EQ(results[1].outcome, Outcome::crashed);
  EXPECT_EQ(results[1].reason, "it died");
  EXPECT_FALSE(results[1].timing);
}

TEST_F(Resume, IsRefusedOfEachRunThatWritersOfOneLedgerAreAt) {
  LedgerWriter first(path(), kSchema);
  const std::string one = first.begin_run(run_info());
  const auto claimed_elsewhere = [&](const std::string& run) {
    // Another open file of this process does not hold the first one's lock, like another process.
    return message_of([&] { LedgerWriter(path(), kSchema).claim_run(run); });
  };
  std::string two;
  {
    LedgerWriter second = first.another();
    two = second.begin_run(run_info());
    EXPECT_THAT(claimed_elsewhere(one), testing::HasSubstr("is under way"));
    EXPECT_THAT(claimed_elsewhere(two), testing::HasSubstr("is under way"));
  }
  EXPECT_THAT(claimed_elsewhere(one), testing::HasSubstr("is under way"));
  EXPECT_EQ(claimed_elsewhere(two), "no error");
}

TEST_F(Resume, AddsToTheSameRunAndKeepsItsHistory) {
  interrupted();
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  RunInfo later = run_info();
  later.tool_version = "0.2.0";
  writer.resume_run(later, "tool version: then 0.1.0, now 0.2.0");
  EXPECT_EQ(text("SELECT outcome FROM run_info"), "open");
  EXPECT_EQ(value(read_latest(), "SELECT ended_utc FROM run_info"), Cell());
  writer.record(job(1), result(1));
  writer.end_run("finished", "");
  EXPECT_EQ(text("SELECT outcome || reason FROM run_info"), "finished");
  EXPECT_EQ(value(read_latest(), "SELECT times_resumed FROM run_info"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(read_latest(), "SELECT recorded_points FROM run_info"), Cell(std::int64_t{2}));
  EXPECT_EQ(text("SELECT group_concat(outcome || ' ' || points_before || ' ' || tool_version || ' ' || changes, '; ') "
                 "FROM run_history"),
            "interrupted 0 0.1.0 ; finished 1 0.2.0 tool version: then 0.1.0, now 0.2.0");
}

TEST_F(Resume, SaysWhichProcessIsAtWorkOnTheRun) {
  LedgerWriter working(path(), kSchema);
  const std::string uuid = working.begin_run(run_info());
  LedgerWriter other(path(), kSchema);
  EXPECT_THAT(
      message_of([&] { other.claim_run("latest"); }),
      MatchesRegex(path() + ": run " + uuid.substr(0, 8) + " is under way: process " + std::to_string(getpid()) +
                   " of [^ ]+ on [^ ]+, since 20[0-9T:.-]+Z\n" + "hint: wait until it ends, or stop that process"));
}

TEST_F(Resume, ClaimsTheRunOfAProcessThatWasKilled) {
  const pid_t child = fork();
  if (child == 0) {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(job(0), result(0));
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  LedgerWriter writer(path(), kSchema);
  const StoredRun run = writer.claim_run("latest");
  EXPECT_EQ(run.outcome, "open");
  EXPECT_EQ(run.recorded.size(), 1u);
}

TEST_F(Resume, OtherRunsOfTheLedgerAreNotLocked) {
  const std::string first = interrupted();
  LedgerWriter working(path(), kSchema);
  working.begin_run(run_info());
  LedgerWriter other(path(), kSchema);
  EXPECT_EQ(other.claim_run(first).uuid, first);
}

TEST_F(Resume, ReadsAFinishedRunThatIsStillOpenElsewhere) {
  LedgerWriter working(path(), kSchema);
  working.begin_run(run_info());
  working.end_run("finished", "");
  LedgerWriter other(path(), kSchema);
  EXPECT_EQ(other.claim_run("latest").outcome, "finished");
}

TEST_F(Resume, ARemovedLedgerIsNotWrittenToAndCanBeSavedElsewhere) {
  LedgerWriter writer(path(), kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), result(0));
  EXPECT_TRUE(writer.is_in_place());
  std::filesystem::rename(path(), in_folder("moved.db"));
  EXPECT_FALSE(writer.is_in_place());
  EXPECT_EQ(message_of([&] { writer.record(job(1), result(1)); }),
            path() +
                ": the ledger is gone: it was removed, moved, replaced or emptied while the run was under way\n"
                "hint: do not touch a ledger while a run writes to it");
  writer.save_copy(path());
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM point"), Cell(std::int64_t{1}));
}

TEST_F(Resume, AnEmptiedLedgerIsSaidToBeGoneAndNothingIsWrittenToIt) {
  write_run(40);
  const std::string copy = in_folder("copy.db");
  {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    writer.record(job(0), result(0));
    std::filesystem::resize_file(path(), 0);
    EXPECT_FALSE(writer.is_in_place());
    EXPECT_THAT(message_of([&] { writer.record(job(1), result(1)); }), testing::HasSubstr("the ledger is gone: "));
    EXPECT_NE(message_of([&] { writer.save_copy(copy); }), "no error");
  }
  EXPECT_FALSE(std::filesystem::exists(copy));
  EXPECT_EQ(std::filesystem::file_size(path()), 0u) << "the log was put into it";
  EXPECT_FALSE(std::filesystem::exists(path() + "-wal")) << "a copy that is restored there would be given this log";
}

TEST_F(Resume, ALedgerThatReplacedItsOwnIsLeftAsItIs) {
  { LedgerWriter(in_folder("other.db"), kSchema).begin_run(run_info()); }
  const std::string other = read_file(in_folder("other.db"));
  {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    std::filesystem::rename(in_folder("other.db"), path());
    EXPECT_THAT(message_of([&] { writer.record(job(0), result(0)); }), testing::HasSubstr("the ledger is gone: "));
  }
  EXPECT_EQ(read_file(path()), other);
  EXPECT_EQ(std::filesystem::file_size(path() + "-wal"), 0u) << "the log of another ledger";
}

}  // namespace
}  // namespace warpledger
