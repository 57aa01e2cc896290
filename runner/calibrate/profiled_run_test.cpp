#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "calibrate/modelled_run.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

/// Jobs 0 to 7 with keys that are not in their order.
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
