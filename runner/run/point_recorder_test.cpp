#include "run/point_recorder.h"

#include <cstdlib>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// A run into path() whose state folder is the test's own.
class Recorder : public LedgerTest {
 protected:
  Recorder() { setenv("XDG_STATE_HOME", in_folder("state").c_str(), 1); }
  ~Recorder() override { unsetenv("XDG_STATE_HOME"); }

  void record(std::int64_t ordinal) { recorder_.record(job(ordinal), result(ordinal)); }
  std::string end() {
    return message_of([&] { recorder_.end("finished", ""); });
  }

  LedgerWriter writer_{path(), kSchema};
  std::string run_ = writer_.begin_run(run_info());
  PointRecorder recorder_{writer_, path(), run_};
};

TEST_F(Recorder, EndsARunThatTheLedgerTookWhole) {
  record(0);
  EXPECT_FALSE(recorder_.failed());
  EXPECT_EQ(end(), "no error");
  EXPECT_EQ(value(read_latest(), "SELECT outcome FROM run_info"), Cell(std::string("finished")));
}

TEST_F(Recorder, KeepsWhatTheLedgerRefusesAndAllThatFollowsBesideIt) {
  record(0);
  record(0);  // refused: it is there already
  EXPECT_TRUE(recorder_.failed());
  record(1);
  const auto kept = read_spill(path() + ".spill-" + run_);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[1].result.ordinal, 1);
  EXPECT_EQ(end(),
            "point 0 of this run is already recorded\n"
            "hint: a measurement is never replaced: start a new run\n"
            "  results that it could not take: 2, kept in " +
                path() + ".spill-" + run_ + "\n  then resume with: warpledger run --resume " + run_.substr(0, 8) +
                " --db " + path());
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM point"), Cell(std::int64_t{1}));
}

TEST_F(Recorder, SavesALedgerThatIsGone) {
  record(0);
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path() + suffix);
  record(1);
  const std::string copy = in_folder("state/warpledger/results-" + run_ + ".db");
  EXPECT_THAT(end(), HasSubstr("everything that the ledger contained was saved as " + copy + "\n"));
  EXPECT_THAT(end(), HasSubstr("results that it could not take: 1, kept in " + copy + ".spill-" + run_ + "\n"));
  EXPECT_THAT(end(), HasSubstr("warpledger run --resume " + run_.substr(0, 8) + " --db " + copy));
  EXPECT_EQ(read_spill(copy + ".spill-" + run_).size(), 1u);
  EXPECT_EQ(value(LedgerReader(copy, kSchema, {}), "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
}

TEST_F(Recorder, AddsTheCommandThatResumesToAnError) {
  EXPECT_EQ(std::string(recorder_.resumable(Error("the device is lost", "start the machine anew")).what()),
            "the device is lost\nhint: start the machine anew\n"
            "  then resume with: warpledger run --resume " +
                run_.substr(0, 8) + " --db " + path());
}

}  // namespace
}  // namespace warpledger
