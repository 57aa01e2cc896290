// What a ledger says of grades: over assignments, over years, by which rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Grades : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    run("cp -r \"$WARPLEDGER_HOME\"/docs/example/. . && rm -r submissions/carla submissions/dora.cu");
    grade("axpy-hw");
    run("sed 's/^experiment: .*/experiment: axpy-two/; 0,/points: 10$/s//points: 20/; s/correct: share, points: "
        "10/correct: share, points: 20/' experiments/axpy-hw.yaml > experiments/axpy-two.yaml && rm "
        "submissions/ben.cu");
    grade("axpy-two");
    grade("axpy-hw");
  }
  static Ended run(const std::string& command) {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  static void grade(const std::string& experiment) {
    run("warpledger grade " + experiment + " --submissions submissions --quiet --device " + device_under_test());
  }
  static json grades(const std::string& arguments) {
    return json::parse(run("warpledger grades --format json " + arguments).out);
  }

  static inline std::string folder_;
};

TEST_F(Grades, OfAStudentOverAssignmentsAndOfAnAssignmentOverItsGradings) {
  const json ben = grades("--submission ben");
  ASSERT_EQ(ben.size(), 1);
  EXPECT_NEAR(ben[0].at("points").get<double>(), 20.0 / 3, 1e-3);
  const json anna = grades("--submission anna");
  ASSERT_EQ(anna.size(), 3);
  EXPECT_EQ(anna[1].at("experiment"), "axpy-two");
  EXPECT_EQ(anna[1].at("points").get<double>(), anna[0].at("points").get<double>() + 10);
  const json hw = grades("axpy-hw");
  ASSERT_EQ(hw.size(), 2);
  EXPECT_EQ(hw[0].at("submissions"), 2);
  EXPECT_EQ(hw[1].at("submissions"), 1);
  const auto open = [](const json& one) { return one.at("open_points").get<double>(); };
  EXPECT_EQ(open(hw[0]), (open(anna[0]) + open(ben[0])) / 2) << "the median, as the points are";
  EXPECT_NE(hw[0].at("device"), "");
  EXPECT_EQ(hw[0].at("rules"), hw[1].at("rules"));
  EXPECT_EQ(hw[0].at("same_then"), 1);
  EXPECT_THAT(run("warpledger grades --format md").out, HasSubstr("| axpy-two | "));
  EXPECT_EQ(shell("warpledger grades --submission nobody", folder_).exit_code, 2);
}

TEST_F(Grades, ByTheRulesOfNowAndByThoseOfThen) {
  const json before = grades("axpy-hw");
  run("sed -i 's/correct: share/correct: all/' experiments/axpy-hw.yaml");
  const json now = grades("axpy-hw --submission ben"), then = grades("axpy-hw --submission ben --rules then");
  EXPECT_EQ(now[0].at("points"), 0);
  EXPECT_EQ(now[0].at("same_then"), 0);
  EXPECT_EQ(now[0].at("rules_of"), "now");
  EXPECT_NEAR(then[0].at("points").get<double>(), 20.0 / 3, 1e-3);
  EXPECT_EQ(then[0].at("same_then"), 1);
  EXPECT_NE(now[0].at("rules"), then[0].at("rules"));
  run("mv experiments elsewhere");
  const json later = grades("axpy-hw");
  ASSERT_EQ(later.size(), before.size());
  EXPECT_EQ(later[0].at("rules_of"), "then");
  EXPECT_EQ(later[0].at("points"), before[0].at("points")) << later;
  run("mv kernels gone");
  const json without = grades("axpy-hw");
  EXPECT_TRUE(without[0].at("points").is_null());
  EXPECT_THAT(without[0].at("problem"), HasSubstr("axpy"));
  run("mv gone kernels");
  run("mv elsewhere experiments && sed -i 's/correct: all/correct: share/' experiments/axpy-hw.yaml");
}

}  // namespace
}  // namespace warpledger::e2e
