#include "cluster/slurm_queue.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

using States = std::map<std::int64_t, std::string>;

TEST(SlurmQueue, ReadsTheTasksOfSqueueWithTheReasonOfThoseThatWait) {
  EXPECT_EQ(tasks_in_squeue("1|RUNNING|None\n2|COMPLETING|None\n10|PENDING|BeginTime\n"),
            (States{{1, "RUNNING"}, {2, "COMPLETING"}, {10, "PENDING (BeginTime)"}}));
  EXPECT_EQ(tasks_in_squeue(""), States());
}

TEST(SlurmQueue, ReadsATaskThatWaitsWithoutAReason) {
  EXPECT_EQ(tasks_in_squeue("4|PENDING|\n"), (States{{4, "PENDING ()"}}));
}

TEST(SlurmQueue, PassesOverLinesOfSqueueThatAreNoTask) {
  EXPECT_EQ(tasks_in_squeue("slurm_load_jobs error: try again\nN/A|PENDING|Dependency\n|||\n3|RUNNING|None|more\n"),
            States());
}

TEST(SlurmQueue, ReadsTheTasksOfSacctThatAreNotOver) {
  EXPECT_EQ(tasks_in_sacct("7_1|COMPLETED\n7_2|RUNNING\n7_3|TIMEOUT\n7_4|CANCELLED by 0\n7_[5-7,9%2]|PENDING\n"),
            (States{{2, "RUNNING"}, {5, "PENDING"}, {6, "PENDING"}, {7, "PENDING"}, {9, "PENDING"}}));
}

TEST(SlurmQueue, GoesByTheLaterLineOfSacctForATaskThatWasSubmittedAgain) {
  EXPECT_EQ(tasks_in_sacct("7_1|FAILED\n7_2|RUNNING\n9_1|RUNNING\n9_2|COMPLETED\n"), (States{{1, "RUNNING"}}));
}

TEST(SlurmQueue, PassesOverLinesOfSacctThatAreNoTask) {
  EXPECT_EQ(tasks_in_sacct("7|RUNNING\n7_x|RUNNING\n7_[|PENDING\n_|\n7_1\n7_[1-999999999999]|COMPLETED\n"), States());
}

}  // namespace
}  // namespace warpledger
