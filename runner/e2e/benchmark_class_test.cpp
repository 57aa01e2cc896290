// The class of benchmarks/sources/class, which `scripts/bench grade` grades on a GPU: whether its results are right, on
// the host as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

/// In no folder of experiments: `check` would offer it for every submission of norm_group.
constexpr const char* kExperiment = WARPLEDGER_SOURCE_DIR "/runner/e2e/testdata/class/norm-class.yaml";

/// Makes the class in `folder` and keeps one submission of each kind, called like its kind.
void write_one_of_each_kind(const fs::path& folder) {
  const std::string everyone = (folder / "everyone").string();
  const Ended made = shell(WARPLEDGER_SOURCE_DIR "/benchmarks/sources/class/make " + everyone, folder.string());
  ASSERT_EQ(made.exit_code, 0) << made.err;
  fs::create_directory(folder / "class");
  for (const auto& entry : fs::directory_iterator(everyone)) {
    const std::string name = entry.path().filename();  // s07-compensated
    const fs::path kind = folder / "class" / name.substr(name.find('-') + 1);
    if (!fs::exists(kind)) fs::rename(entry.path(), kind);
  }
}

/// By submission, of the newest grading in `folder`.
std::map<std::string, std::string> points_in(const std::string& folder) {
  std::istringstream lines(warpledger({"grade", kExperiment, "--format", "csv"}, folder).out);
  std::map<std::string, std::string> points;
  std::string line;
  std::getline(lines, line);  // submission,norm_group of 10,...
  while (std::getline(lines, line)) {
    const std::size_t name_end = line.find(',');
    points[line.substr(0, name_end)] = line.substr(name_end + 1, line.find(',', name_end + 1) - name_end - 1);
  }
  return points;
}

TEST(BenchmarkClass, HasAllPointsForWhatIsRightAndNoneForWhatIsNot) {
  const std::string folder = fresh_folder();
  write_one_of_each_kind(folder);
  const Ended graded = warpledger(
      {"grade", kExperiment, "--submissions", "class", "--device", device_under_test(), "--jobs", "2"}, folder);
  ASSERT_EQ(graded.exit_code, 0) << graded.err;

  std::map<std::string, std::string> expected;
  for (const char* right : {"backwards", "chunks", "compensated", "double-precision", "everyone-sums", "one-thread",
                            "shared-memory", "shuffle-down", "solved", "two-passes"})
    expected[right] = "10";
  for (const char* wrong :
       {"copies", "does-not-compile", "endless", "first-launch-only", "forbidden-include", "half-precision",
        "not-a-number", "null-pointer", "odd-shapes", "past-its-buffer", "tells-a-result", "unsolved", "zeros"})
    expected[wrong] = "0";
  // A warp's lanes write one word and read it back. The host runs a lane until it waits, so that each finds its own.
  expected["race"] = device_under_test() == "host" ? "10" : "0";
  EXPECT_EQ(points_in(folder), expected);
}

}  // namespace
}  // namespace warpledger::e2e
