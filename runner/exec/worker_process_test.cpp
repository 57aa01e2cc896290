// The parent's handle, with a real worker process.
#include "exec/worker_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "exec/job_fixture.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// Longer than anything here on a busy machine, unless it hangs.
constexpr double kLong_s = 300;

TEST(WorkerProcess, AProgramThatIsNotThereIsAnError) {
  WorkerProcess worker({"/no/such/worker"});
  try {
    worker.describe();
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.problem(), HasSubstr("worker process"));
  }
}

TEST(WorkerProcess, AWorkerThatEndsWithoutAnAnswerSaysHow) {
  WorkerProcess worker({"/bin/false"});
  try {
    worker.describe();
    FAIL();
  } catch (const WorkerDied& death) {
    EXPECT_EQ(death.problem(), "the worker process ended with exit code 1");
  }
}

TEST(WorkerProcess, IsStartedAgainAfterItsDeath) {
  WorkerProcess worker({SCRIPTED_WORKER});
  EXPECT_EQ(worker.measure(fixture::doubling_job("crashes")).outcome, Outcome::crashed);
  EXPECT_EQ(worker.describe().name, "Scripted device");
}

Job job_of(const std::string& kernel) {
  Job job = fixture::doubling_job(kernel);
  job.identity = kernel + " n=100";
  job.measure.time_limit_s = fixture::time_limit_s(kernel);
  return job;
}

TEST(WorkerProcess, OpensItsDeviceBeforeItsDescriptionIsAskedFor) {
  WorkerProcess worker({SCRIPTED_WORKER});
  worker.begin_describing();
  EXPECT_EQ(worker.describe().name, "Scripted device");
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
  EXPECT_EQ(worker.describe().name, "Scripted device");
}

TEST(WorkerProcess, DropsADescriptionThatNobodyAskedFor) {
  WorkerProcess worker({SCRIPTED_WORKER});
  worker.begin_describing();
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
}

TEST(WorkerProcess, ThatStillOpensItsDeviceIsNotWaitedForAtTheEnd) {
  const Stopwatch stopwatch;
  {
    WorkerProcess worker({"/bin/sh", "-c", "sleep 600"});
    worker.begin_describing();
  }
  EXPECT_LT(stopwatch.elapsed_s(), kLong_s);
}

TEST(WorkerProcess, APointThatFaultsWhenItIsOnlyLaunchedDoesNotSpoilTheNext) {
  WorkerProcess worker({SCRIPTED_WORKER});
  EXPECT_EQ(worker.launch(job_of("crashes")).outcome, Outcome::crashed);
  EXPECT_EQ(worker.launch(job_of("good")).outcome, Outcome::ok);
}

TEST(WorkerProcess, ACrashNamesItsSignalTheUsualCauseAndWhatWasPrintedLast) {
  WorkerProcess worker({SCRIPTED_WORKER});
  EXPECT_EQ(worker.measure(job_of("segfaults")).reason,
            "the worker process was killed by signal 11 (Segmentation fault): usually an index outside a buffer, "
            "an invalid pointer, or recursion deeper than the stack; printed last: about to fault");
}

TEST(WorkerProcess, AFaultThatTheBackendToldCarriesWhatWasPrintedLast) {
  WorkerProcess worker({SCRIPTED_WORKER});
  const Result result = worker.measure(job_of("asserts"));
  EXPECT_EQ(result.outcome, Outcome::launch_failed);
  EXPECT_EQ(result.reason, "an assertion; printed last: k.cu:7: assertion failed");
}

TEST(WorkerProcess, AnEndlessKernelCostsItsLimitAndLittleMore) {
  WorkerProcess worker({SCRIPTED_WORKER});
  const Result result = worker.measure(job_of("hangs"));
  EXPECT_EQ(result.outcome, Outcome::timed_out);
  EXPECT_GE(result.wall_s, 0.5);
  EXPECT_LT(result.wall_s, kLong_s);
}

TEST(WorkerProcess, AnEndlessKernelCostsNoMoreThanTheShareOfItsLimitThatItGets) {
  WorkerProcess worker({SCRIPTED_WORKER});
  worker.limit_points_to(0.5);
  const Result result = worker.measure(job_of("hangs"));
  EXPECT_EQ(result.outcome, Outcome::timed_out);
  EXPECT_THAT(result.reason, HasSubstr("time limit of 0.25 s"));
}

TEST(WorkerProcess, AnErrorOfUntrustedCodesWorkerIsThatPointsOutcomeAndOfOursAnError) {
  WorkerProcess untrusted = WorkerProcess::for_untrusted_code({SCRIPTED_WORKER}, "anna");
  const Result result = untrusted.measure(job_of("errs"));
  EXPECT_EQ(result.outcome, Outcome::launch_failed);
  EXPECT_EQ(result.reason, "the GPU failed while looking up k");
  EXPECT_EQ(untrusted.measure(job_of("good")).outcome, Outcome::ok);
  WorkerProcess ours({SCRIPTED_WORKER});
  EXPECT_THROW(ours.measure(job_of("errs")), Error);
}

TEST(WorkerProcess, AnAnswerThatNoWorkerGivesIsACrashAndTheNextPointIsMeasured) {
  WorkerProcess worker = WorkerProcess::for_untrusted_code({SCRIPTED_WORKER}, "anna");
  const Result result = worker.measure(job_of("answers_for_itself"));
  EXPECT_EQ(result.outcome, Outcome::crashed);
  EXPECT_THAT(result.reason, StartsWith("the worker sent a malformed message"));
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
}

TEST(WorkerProcess, AFloodOfPrintingDoesNotBlockTheWorker) {
  WorkerProcess worker({SCRIPTED_WORKER});
  Job job = job_of("prints_a_mebibyte");
  const Result result = worker.measure(job);
  EXPECT_EQ(result.outcome, Outcome::ok) << result.reason;
}

TEST(WorkerProcess, AnEndlessFloodOfPrintingEndsAtTheTimeLimitToo) {
  WorkerProcess worker({SCRIPTED_WORKER});
  testing::internal::CaptureStderr();
  const Result result = worker.measure(job_of("floods"));
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_EQ(result.outcome, Outcome::timed_out);
  EXPECT_THAT(result.reason, testing::ContainsRegex("; it printed [0-9]+ bytes, which is slow$"));
  EXPECT_LT(result.wall_s, kLong_s);
  EXPECT_LT(shown.size(), WorkerOutput::kShownBytes + 200);
  EXPECT_THAT(shown, StartsWith("flood flood"));
  EXPECT_THAT(shown, EndsWith(" more bytes of the kernel's output are not shown]\n"));
}

/// File with the number of known-good runs that fail on the scripted device.
std::string wrong_answers(const std::string& count) {
  std::string path = testing::TempDir() + "warpledger-wrong-answers-" + std::to_string(getpid());
  std::ofstream(path) << count;
  return path;
}

TEST(DeviceTrust, ADeviceThatRecoversAfterAFaultIsUsedAgain) {
  const std::string path = wrong_answers("2");
  WorkerProcess worker({SCRIPTED_WORKER, "--wrong-answers", path});
  EXPECT_EQ(worker.measure(job_of("crashes")).outcome, Outcome::crashed);
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
  int left = -1;
  std::ifstream(path) >> left;
  EXPECT_EQ(left, 0);
}

TEST(DeviceTrust, ADeviceThatStaysBrokenAfterAFaultIsLost) {
  WorkerProcess worker({SCRIPTED_WORKER, "--wrong-answers", wrong_answers("1000000")}, 3);
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
  EXPECT_EQ(worker.measure(job_of("hangs")).outcome, Outcome::timed_out);
  const Stopwatch stopwatch;
  try {
    worker.measure(job_of("good"));
    FAIL() << "measured on a broken device";
  } catch (const DeviceLost& lost) {
    EXPECT_EQ(lost.problem(),
              "device lost: it ran no known-good kernel within 3 s after hangs n=100, timed_out; last error: a "
              "known-good kernel computed 0 instead of 2834634673 for element 0");
    EXPECT_EQ(lost.hint(),
              "check nvidia-smi and dmesg; reset the GPU (nvidia-smi --gpu-reset) or reboot; then resume: warpledger "
              "run --resume");
  }
  EXPECT_LT(stopwatch.elapsed_s(), kLong_s);
}

TEST(DeviceTrust, CountersOfALostDeviceAreAbsentWithThatReason) {
  WorkerProcess worker({SCRIPTED_WORKER, "--wrong-answers", wrong_answers("1000000")}, 0.2);
  worker.measure(job_of("crashes"));
  const auto metrics = worker.collect({job_of("good")});
  EXPECT_EQ(metrics.at(0).at(0).value, std::nullopt);
  EXPECT_THAT(metrics.at(0).at(0).reason, StartsWith("device lost: "));
}

TEST(DeviceTrust, APointThatKeepsItsWorkerRaisesNoDoubt) {
  WorkerProcess worker({SCRIPTED_WORKER, "--wrong-answers", wrong_answers("1000000")}, 0.5);
  EXPECT_EQ(worker.measure(job_of("asserts")).outcome, Outcome::launch_failed);
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
}

TEST(DeviceTrust, AWorkerThatCountingMadeUnusableIsReplacedAndTheDeviceChecked) {
  const std::string path = wrong_answers("1");
  WorkerProcess worker({SCRIPTED_WORKER, "--unusable-after-counting", "--wrong-answers", path});
  worker.collect({job_of("good")});
  EXPECT_EQ(worker.measure(job_of("good")).outcome, Outcome::ok);
  int left = -1;
  std::ifstream(path) >> left;
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace warpledger
