#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "grading/grading_session.h"

namespace warpledger {
namespace {

TEST(GradingMark, ComesBackFromJsonAsItWas) {
  const GradingMark mark{.session = "s",
                         .attempt = "a",
                         .seeds = {18446744073709551615u, 1},
                         .graded = "anna",
                         .role = GradingRole::reference,
                         .grid = "hidden 1",
                         .round = 3,
                         .last = true,
                         .refused = true,
                         .files = "f"};
  EXPECT_EQ(
      to_json(mark).dump(),
      R"({"attempt":"a","files":"f","graded":"anna","grid":"hidden 1","last":true,"refused":true,"role":"reference","round":3,)"
      R"("seeds":["18446744073709551615","1"],"session":"s"})");
  const GradingMark back = grading_mark_from(to_json(mark));
  EXPECT_EQ(to_json(back), to_json(mark));
  EXPECT_EQ(back.role, GradingRole::reference);
}

TEST(GradingMark, IsReadFromOlderLedgersAndRefusesUnknownRoles) {
  nlohmann::json mark = to_json(GradingMark{.session = "s", .role = GradingRole::profiled});
  EXPECT_EQ(mark.at("role"), "profiled");
  mark["role"] = "counted";
  EXPECT_EQ(grading_mark_from(mark).role, GradingRole::profiled);
  mark.erase("refused");
  mark.erase("files");
  EXPECT_FALSE(grading_mark_from(mark).refused);
  mark["role"] = "audience";
  EXPECT_THROW(grading_mark_from(mark), Error);
}

}  // namespace
}  // namespace warpledger
