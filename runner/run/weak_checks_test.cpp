#include "run/weak_checks.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpledger {
namespace {

Job job(const std::string& identity) {
  Job made;
  made.identity = identity;
  return made;
}

Result with(const Check& check) {
  Result result;
  result.checks = {check};
  return result;
}

TEST(WeakChecks, AreToldOnceForEachOutputWithTheFirstPoint) {
  WeakChecks weak;
  const std::vector<Job> jobs = {job("k n=1"), job("k n=2"), job("k n=3"), job("k n=4")};
  const std::vector<Result> results = {with({"y", 1, 0, 0}), with({"y", 1, 0, 0, true}), with({"y", 1, 0, 0, true}),
                                       with({"z", 1, 0, 0, false, true})};
  weak.look_at(jobs, results);
  EXPECT_EQ(
      weak.warnings(),
      "warning: all zeros would pass as the output y, first at the point k n=2: the check cannot tell a kernel that "
      "does nothing; hint: use other inputs, or a smaller tolerance\n"
      "warning: its content from before the launch would pass as the output z, first at the point k n=4: the check "
      "cannot tell a kernel that does nothing; hint: use other inputs, or a smaller tolerance\n");
}

TEST(WeakChecks, TellOfIntegersThatDoublesDoNotTellApart) {
  WeakChecks weak;
  const std::vector<Job> jobs = {job("k n=1"), job("k n=2")};
  const std::vector<Result> results = {with({.buffer = "y"}), with({.buffer = "y", .rounded_pass = true})};
  weak.look_at(jobs, results);
  EXPECT_EQ(weak.warnings(),
            "warning: the output y has integers beyond 2^53, first at the point k n=2: they are compared as doubles, "
            "which take some others for them; hint: use smaller inputs\n");
}

TEST(WeakChecks, OfSoundChecksAreNone) {
  WeakChecks weak;
  const std::vector<Job> jobs = {job("k n=1")};
  const std::vector<Result> results = {with({"y", 1, 0, 0})};
  weak.look_at(jobs, results);
  EXPECT_EQ(weak.warnings(), "");
}

}  // namespace
}  // namespace warpledger
