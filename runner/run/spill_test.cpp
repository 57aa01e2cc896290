#include "run/spill.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "base/file.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// A run with its own state folder.
class Recorder : public LedgerTest {
 protected:
  Recorder() {
    setenv("XDG_STATE_HOME", in_folder("state").c_str(), 1);
    recorder_.keep_refused_in(std::make_unique<Spill>(path(), run_));
  }
  ~Recorder() override { unsetenv("XDG_STATE_HOME"); }

  void record(std::int64_t ordinal) {
    const Job one = job(ordinal);
    const Result how = result(ordinal);
    recorder_.add({&one, 1}, {&how, 1});
  }
  std::string end() {
    return message_of([&] { recorder_.finish("finished"); });
  }

  RunRecorder recorder_{LedgerWriter(path(), kSchema), run_info()};
  std::string run_ = recorder_.run();
};

TEST_F(Recorder, EndsARunThatTheLedgerTookWhole) {
  record(0);
  EXPECT_FALSE(recorder_.has_failed());
  EXPECT_EQ(end(), "no error");
  EXPECT_EQ(value(read_latest(), "SELECT outcome FROM run_info"), Cell(std::string("finished")));
}

TEST_F(Recorder, KeepsWhatTheLedgerRefusesAndAllThatFollowsBesideIt) {
  record(0);
  record(0);  // rejected as a duplicate
  EXPECT_TRUE(recorder_.has_failed());
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

TEST_F(Recorder, TriesABatchThatTheLedgerRefusesPointByPoint) {
  const std::vector<Job> jobs = {job(0), job(1), job(1)};
  const std::vector<Result> results = {result(0), result(1), result(1)};
  recorder_.add(jobs, results);
  EXPECT_TRUE(recorder_.has_failed());
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM point"), Cell(std::int64_t{2}));
  EXPECT_EQ(read_spill(path() + ".spill-" + run_).size(), 1u);
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
  EXPECT_EQ(value(LedgerReader(copy, kSchema), "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
}

using testing::StartsWith;

constexpr const char* kRun = "1a2b3c4d-0000-4000-8000-000000000000";

class SpillFiles : public LedgerTest {
 protected:
  std::string file() const { return in_folder("spill"); }
};

TEST_F(SpillFiles, LiesBesideTheLedgerOrInTheUsersStateFolder) {
  setenv("XDG_STATE_HOME", in_folder("state").c_str(), 1);
  EXPECT_THAT(spill_files("data/night.db", kRun),
              testing::ElementsAre(std::string("data/night.db.spill-") + kRun,
                                   in_folder("state/warpledger/night.db.spill-") + kRun));
  unsetenv("XDG_STATE_HOME");
}

TEST_F(SpillFiles, GivesBackEveryFieldOfAResult) {
  Result odd = result(7);
  odd.reason = "a \"reason\"\nof two lines";
  odd.checks[0].max_abs_error = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Metric estimate = modelled("l2_read_bytes", 0.1 + 0.2, 0, infinity, Confidence::poor);
  odd.metrics.push_back(estimate);
  odd.metrics.push_back({"ratio", infinity, "1", "cupti", ""});
  odd.prepare_timing = odd.timing;
  odd.timing->samples[0].time_ns = 0.1 + 0.2;
  spill({file()}, job(7), odd);
  const auto kept = read_spill(file());
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].key, "key-7");
  const Result& back = kept[0].result;
  EXPECT_EQ(back.ordinal, 7);
  EXPECT_EQ(back.reason, odd.reason);
  EXPECT_TRUE(std::isnan(back.checks[0].max_abs_error));
  EXPECT_EQ(back.metrics.back().value, infinity);
  EXPECT_EQ(back.metrics[10].value, 0.1 + 0.2);
  EXPECT_EQ(back.metrics[10].estimate, estimate.estimate);
  EXPECT_EQ(back.metrics[8].value, std::nullopt);
  EXPECT_EQ(back.metrics[8].reason, "this chip has no such counter");
  ASSERT_EQ(back.timing->samples.size(), 3u);
  EXPECT_EQ(back.timing->samples[0].time_ns, 0.1 + 0.2);
  EXPECT_EQ(back.timing->samples[1].sm_clock_mhz, std::nullopt);
  EXPECT_TRUE(back.prepare_timing);
}

TEST_F(SpillFiles, KeepsAResultWhoseReasonIsNotUtf8) {
  Result odd = result(7);
  odd.reason = "k.cu:3: in a comment: \xf6.";
  spill({file()}, job(7), odd);
  EXPECT_EQ(read_spill(file()).at(0).result.reason, "k.cu:3: in a comment: \uFFFD.");
}

TEST_F(SpillFiles, GrowsByALineForEachResult) {
  for (const std::int64_t ordinal : {3, 4}) EXPECT_EQ(spill({file()}, job(ordinal), result(ordinal)), file());
  ASSERT_EQ(read_spill(file()).size(), 2u);
  EXPECT_EQ(read_spill(file())[1].result.ordinal, 4);
}

TEST_F(SpillFiles, GoesToTheNextPlaceWhenTheFirstCannotBeWritten) {
  EXPECT_EQ(spill({in_folder("absent/spill"), file()}, job(0), result(0)), file());
  EXPECT_EQ(read_spill(file()).size(), 1u);
}

TEST_F(SpillFiles, LeavesNoPartOfALineOnAFullDisk) {
  EXPECT_THAT(
      message_of([&] { spill({"/dev/full"}, job(0), result(0)); }),
      StartsWith("/dev/full: a result could not be kept: No space left on device\nhint: free space on the disk"));
}

TEST_F(SpillFiles, LeavesOutALineThatWasNotWrittenToItsEnd) {
  spill({file()}, job(0), result(0));
  std::ofstream(file(), std::ios::app) << R"({"key":"key-1","result":{"ord)";
  EXPECT_EQ(read_spill(file()).size(), 1u);
}

TEST_F(SpillFiles, NamesALineThatIsNoResult) {
  spill({file()}, job(0), result(0));
  std::ofstream(file(), std::ios::app) << "my notes\n";
  EXPECT_THAT(message_of([&] { read_spill(file()); }), StartsWith(file() + ":2: this line is not a result: "));
}

TEST_F(SpillFiles, NamesALineThatWasAltered) {
  for (const std::int64_t ordinal : {3, 4}) spill({file()}, job(ordinal), result(ordinal));
  std::string text = read_file(file());
  text.replace(text.rfind("150000"), 6, "140000");
  std::ofstream(file(), std::ios::binary) << text;
  EXPECT_EQ(message_of([&] { read_spill(file()); }), file() +
                                                         ":2: this line is damaged: it is not what was written\n"
                                                         "hint: remove the line: its point is then measured again");
}

TEST_F(SpillFiles, IsEmptyWhenThereIsNone) { EXPECT_TRUE(read_spill(file()).empty()); }

}  // namespace
}  // namespace warpledger
