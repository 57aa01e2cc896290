#include "exec/compile_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "exec/job_fixture.h"

namespace warpledger {
namespace {

using ::testing::ElementsAre;

const std::vector<std::int64_t> kOrdinals = {4, 1, 2, 3};

/// Two kernels with one reference; point 3 is machine code.
Job job_to_compile(std::int64_t ordinal) {
  Job job = fixture::doubling_job(ordinal % 2 == 0 ? "even" : "odd");
  if (ordinal == 3) job.program.main.name = "k.cubin";
  return job;
}

TEST(Compilations, AreThoseOfEachProgramOnceInTheOrderOfThePoints) {
  std::vector<std::string> functions;
  for (const Compilation& one : compilations_of(kOrdinals, job_to_compile))
    functions.insert(functions.end(), one.functions.begin(), one.functions.end());
  EXPECT_THAT(functions, ElementsAre("even", "reference", "odd"));
}

TEST(Compilations, TellWhichLaunchesAreCounted) {
  const auto counted_once = [](std::int64_t ordinal) {
    Job job = job_to_compile(ordinal);
    job.metrics.clear();
    if (ordinal == 2) job.metrics = {{"requests", "request", "", {}}};
    return job;
  };
  std::vector<std::string> counted;
  for (const Compilation& one : compilations_of(kOrdinals, counted_once))
    if (one.counted) counted.insert(counted.end(), one.functions.begin(), one.functions.end());
  EXPECT_THAT(counted, ElementsAre("even"));  // point 4 comes first and has no metrics
}

TEST(Compilations, LookNoFurtherThanTheFirstPoints) {
  const std::vector<std::int64_t> many(kPointsAhead + 5, 1);
  std::size_t asked = 0;
  compilations_of(many, [&](std::int64_t ordinal) { return ++asked, job_to_compile(ordinal); });
  EXPECT_EQ(asked, kPointsAhead);
}

/// The scripted compiler writes a file with its process id per function. It throws on "odd", hangs on "hangs", and
/// takes half a second to finish "slow" with "slow.whole".
class CompileAheadTest : public ::testing::Test {
 protected:
  std::vector<std::string> command() const { return {SCRIPTED_WORKER, "compiler", folder_.path().string()}; }

  bool is_compiled_within(const std::string& function, double seconds) const {
    for (double waited_s = 0; waited_s < seconds; waited_s += 0.01) {
      if (std::filesystem::exists(folder_.path() / function)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  TemporaryFolder folder_;
};

std::vector<Compilation> programs_of(const std::vector<std::string>& functions) {
  std::vector<Compilation> all;
  for (const std::string& function : functions) all.push_back({{{"k.cu", function}, {}}, {function}});
  return all;
}

TEST_F(CompileAheadTest, GivesEachProcessAShareAndWhatFailsKeepsNothingElseBack) {
  const CompileAhead compilers(command(), programs_of({"a", "odd", "b", "c", "d"}), 2);
  for (const char* function : {"a", "b", "c", "d"}) EXPECT_TRUE(is_compiled_within(function, 60)) << function;
}

TEST_F(CompileAheadTest, EndsWithWhatIsNotCompiled) {
  {
    const CompileAhead compilers(command(), programs_of({"hangs", "a"}), 1);
    ASSERT_TRUE(is_compiled_within("hangs", 60));
    EXPECT_EQ(kill(std::stoi(read_file(folder_.path() / "hangs")), 0), 0);
  }
  EXPECT_EQ(kill(std::stoi(read_file(folder_.path() / "hangs")), 0), -1);
}

TEST_F(CompileAheadTest, LetsAProgramThatIsBeingCompiledComeToItsEndAndBeginsNoOther) {
  {
    const CompileAhead compilers(command(), programs_of({"slow", "a"}), 1);
    ASSERT_TRUE(is_compiled_within("slow", 60));
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "slow.whole"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "a"));
}

TEST_F(CompileAheadTest, LeavesASingleProgramToTheWorker) {
  const CompileAhead compilers(command(), programs_of({"a"}), 8);
  EXPECT_FALSE(is_compiled_within("a", 0.3));
}

TEST_F(CompileAheadTest, DoesNothingWhereNoProcessStarts) {
  EXPECT_NO_THROW(CompileAhead({"/nowhere"}, programs_of({"a", "b"}), 2));
}

}  // namespace
}  // namespace warpledger
