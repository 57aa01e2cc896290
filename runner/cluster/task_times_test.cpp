#include "cluster/task_times.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(TaskTimes, KnowALimitAsSlurmWritesIt) {
  for (const auto& [limit, seconds] : std::initializer_list<std::pair<const char*, double>>{{"90", 5400},
                                                                                            {"90:30", 5430},
                                                                                            {"1:30:00", 5400},
                                                                                            {"2-12", 216000},
                                                                                            {"1-0:30", 88200},
                                                                                            {"1-00:00:01", 86401}})
    EXPECT_EQ(seconds_of_limit(limit), seconds) << limit;
  for (const char* limit : {"", "UNLIMITED", "1:2:3:4", "1-", "1:", "-5", "1 h", "1-2:3:4:5", "12345678901"})
    EXPECT_FALSE(seconds_of_limit(limit)) << limit;
}

}  // namespace
}  // namespace warpledger
