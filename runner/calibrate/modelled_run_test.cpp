#include "calibrate/modelled_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "base/error.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

Device profile(const std::string& id, const std::string& name) {
  return {.id = "host:" + id,
          .backend = "host",
          .name = "CPU as " + name,
          .facts = {{"cc_major", 9}, {"cc_minor", 0}, {"sm_count", 132}}};
}

const std::vector<Device> kDevices = {{.id = "cuda:0", .backend = "cuda", .name = "CPU as NVIDIA H200"},
                                      profile("h100", "NVIDIA H100"),
                                      profile("h200", "NVIDIA H200")};

StoredRun run_on(const Device& device) {
  StoredRun run;
  run.uuid = "1a2b3c4d-0000-4000-8000-000000000000";
  run.device = device;
  return run;
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ModelProfile, OfARunOnAGpuIsTheOneWithItsName) {
  EXPECT_EQ(model_device(run_on({.id = "cuda:0", .backend = "cuda", .name = "NVIDIA H200"}), kDevices), "host:h200");
}

TEST(ModelProfile, OfARunOnTheHostIsItsOwn) {
  EXPECT_EQ(model_device(run_on(profile("mine", "NVIDIA H100")), kDevices), "host:mine");
}

TEST(ModelProfile, OfAGpuThatNoneIsOfIsRefused) {
  const StoredRun run = run_on({.id = "cuda:0", .backend = "cuda", .name = "NVIDIA T4"});
  EXPECT_EQ(message([&] { model_device(run, kDevices); }),
            "no profile in devices/ is for this run's device, NVIDIA T4\n"
            "hint: name one with --as, or write one: docs/write-a-device-profile.md");
}

TEST(ModelProfile, OfAnotherGpuIsRefused) {
  Device gpu = kDevices[2];
  EXPECT_NO_THROW(refuse_another_gpu(run_on(gpu), kDevices[2]));
  gpu.facts["sm_count"] = 114;
  EXPECT_EQ(message([&] { refuse_another_gpu(run_on(gpu), kDevices[2]); }),
            "run 1a2b3c4d was on a GPU other than host:h200: sm_count is 114 there and 132 here\n"
            "hint: name the profile of the run's GPU with --as");
  gpu.facts.erase("sm_count");
  EXPECT_NO_THROW(refuse_another_gpu(run_on(gpu), kDevices[2])) << "not known";
  gpu.facts["cc_minor"] = 3;
  EXPECT_THROW(refuse_another_gpu(run_on(gpu), kDevices[2]), Error);
}

using testing::HasSubstr;

/// Jobs 0 to 7, whose keys have another order.
std::vector<Job> eight_jobs() {
  constexpr std::array<const char*, 8> kKeys = {"d", "h", "a", "g", "b", "f", "e", "c"};
  std::vector<Job> jobs;
  for (const char* key : kKeys) {
    Job job;
    job.ordinal = static_cast<std::int64_t>(jobs.size());
    job.key = key;
    jobs.push_back(job);
  }
  return jobs;
}

std::vector<std::int64_t> ordinals(const std::vector<Job>& jobs) {
  std::vector<std::int64_t> all;
  for (const Job& job : jobs) all.push_back(job.ordinal);
  return all;
}

TEST(SampleOfJobs, IsDrawnByContentAndInThePlansOrder) {
  EXPECT_THAT(ordinals(sample_of(eight_jobs(), 3)), testing::ElementsAre(2, 4, 7));
  std::vector<Job> reversed = eight_jobs();
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(ordinals(sample_of(reversed, 3)), ordinals(sample_of(eight_jobs(), 3)));
}

TEST(SampleOfJobs, IsAllOfThemWhereTheyAreFewer) { EXPECT_EQ(sample_of(eight_jobs(), 9).size(), 8U); }

using CountedRuns = LedgerTest;

TEST_F(CountedRuns, RefuseARunOfTheHost) {
  const std::string uuid = write_run(1, host_info());
  EXPECT_EQ(message_of([&] { read_profiled_run(path(), "latest", find_paths()); }),
            "run " + uuid.substr(0, 8) +
                " was on the host, which has no counters\n"
                "hint: name runs on a GPU that collected counters");
}

TEST_F(CountedRuns, RefuseARunThatWasMadeOfOtherTexts) {
  write_run(1);
  EXPECT_THAT(message_of([&] { read_profiled_run(path(), "latest", find_paths()); }),
              HasSubstr("experiments/lsu-2024-hw01.yaml has changed since it began"));
}

}  // namespace
}  // namespace warpledger
