#include "remeasure/bisection_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace warpledger {
namespace {

using testing::HasSubstr;

/// A version without a verdict between the last fast one and the first slow one.
Bisection several_left() {
  const auto version = [](const std::string& run, const std::string& line, const std::string& why) {
    return SourceVersion{{run}, "2026-03-01T00:00:00Z", {{"kernels/norm/norm.cu", line}}, why};
  };
  return {.end = BisectionEnd::several_left,
          .last_fast = version("11111111-fast", "quick();\n", "not slower"),
          .first_slow = version("33333333-slow", "slow();\n", "norm: SLOWER"),
          .not_judged = {version("22222222-bad", "quick(\n", "compile_failed")}};
}

TEST(BisectionPage, NamesTheVersionsThatMayBeTheFirstSlowOnes) {
  const std::string text = bisection_text(several_left());
  EXPECT_THAT(text, HasSubstr("the last fast sources: run 11111111 of 2026-03-01\nthe first slow ones: run 33333333"));
  EXPECT_THAT(text, HasSubstr("may be the first slow ones: run 22222222 of 2026-03-01: compile_failed\n"));
  EXPECT_THAT(text, HasSubstr("\n+slow();"));
}

TEST(BisectionPage, SaysTheSameAsJson) {
  const auto json = nlohmann::json::parse(bisection_json(several_left()));
  EXPECT_EQ(json.at("end"), "several_left");
  EXPECT_EQ(json.at("first_slow").at("run_uuids").at(0), "33333333-slow");
  EXPECT_EQ(json.at("not_judged").at(0).at("why"), "compile_failed");
  EXPECT_THAT(json.at("diff").get<std::string>(), HasSubstr("\n+slow();"));
  const auto same =
      nlohmann::json::parse(bisection_json({.end = BisectionEnd::same_sources, .changes = "driver: was 1, is 2"}));
  EXPECT_EQ(same.at("end"), "same_sources");
  EXPECT_TRUE(same.at("first_slow").is_null());
  EXPECT_TRUE(same.at("diff").is_null());
  EXPECT_EQ(same.at("changes"), "driver: was 1, is 2");
}

TEST(BisectionPage, SaysWhatElseChangedWhereTheSourcesAreNotTheCause) {
  EXPECT_THAT(bisection_text({.end = BisectionEnd::not_slower, .changes = "driver: was 1, is 2"}),
              HasSubstr("what else changed: driver: was 1, is 2\n"));
  EXPECT_THAT(bisection_text({.end = BisectionEnd::unknown, .why = "stopped by the user"}),
              HasSubstr("is not known: stopped by the user\n"));
}

}  // namespace
}  // namespace warpledger
