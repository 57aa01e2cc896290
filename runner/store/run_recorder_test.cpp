#include "store/run_recorder.h"

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class RunRecorders : public LedgerTest {
 protected:
  RunRecorder begin() const { return {LedgerWriter(path(), kSchema), run_info()}; }

  static void add(RunRecorder& recorder, std::int64_t ordinal) {
    const Job one = job(ordinal);
    const Result how = result(ordinal);
    recorder.add({&one, 1}, {&how, 1});
  }

  std::string outcome() const {
    return std::get<std::string>(value(read_latest(), "SELECT outcome FROM runs ORDER BY run DESC LIMIT 1"));
  }
  std::int64_t points() const { return std::get<std::int64_t>(value(read_latest(), "SELECT count(*) FROM point")); }
};

TEST_F(RunRecorders, CommitEachPointBeforeTheEnd) {
  RunRecorder recorder = begin();
  add(recorder, 0);
  EXPECT_EQ(points(), 1);
  EXPECT_EQ(outcome(), "open");
  recorder.finish("finished");
  EXPECT_EQ(outcome(), "finished");
}

TEST_F(RunRecorders, LeaveTheRunOpenWhenDestroyedBeforeTheEnd) {
  {
    RunRecorder recorder = begin();
    add(recorder, 0);
  }
  EXPECT_EQ(points(), 1);
  EXPECT_EQ(outcome(), "open");
}

TEST_F(RunRecorders, ResumeARunThatWasLeftOpen) {
  std::string uuid;
  {
    RunRecorder recorder = begin();
    uuid = recorder.run();
    add(recorder, 0);
  }
  LedgerWriter ledger(path(), kSchema);
  const StoredRun stored = ledger.claim_run(uuid);
  RunRecorder recorder(std::move(ledger), stored, run_info(), "driver 1 to 2");
  EXPECT_EQ(recorder.recorded_results().size(), 1u);
  add(recorder, 1);
  recorder.finish("finished");
  EXPECT_EQ(points(), 2);
  EXPECT_EQ(value(read_latest(), "SELECT changes FROM run_starts WHERE points_before = 1"),
            Cell(std::string("driver 1 to 2")));
}

TEST_F(RunRecorders, ThrowTheFirstRefusalAtTheEnd) {
  RunRecorder recorder = begin();
  add(recorder, 0);
  add(recorder, 0);
  EXPECT_TRUE(recorder.has_failed());
  add(recorder, 1);
  EXPECT_THAT(message_of([&] { recorder.finish("finished"); }), HasSubstr("point 0 of this run is already recorded"));
  EXPECT_EQ(points(), 1) << "a point after a refusal";
  EXPECT_EQ(outcome(), "open");
}

TEST_F(RunRecorders, RecordAFinishedRunAtOnce) {
  const std::vector<Job> jobs = {job(0), job(1)};
  const std::vector<Result> results = {result(0), result(1)};
  const std::string uuid = record_finished_run(LedgerWriter(path(), kSchema), run_info(), jobs, results);
  EXPECT_EQ(value(read_latest(), "SELECT run_uuid FROM runs WHERE outcome = 'finished' AND recorded_points = 2"),
            Cell(uuid));
}

}  // namespace
}  // namespace warpledger
