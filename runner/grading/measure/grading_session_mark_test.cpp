#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "grading/measure/grading_session.h"

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
                         .files = "f",
                         .hand_in = {.attempt = 2,
                                     .submitted_utc = "2026-10-01T10:00:00Z",
                                     .marked_late = true,
                                     .submitters = {{"Anna", "42", "anna@x"}}}};
  EXPECT_EQ(
      to_json(mark).dump(),
      R"({"attempt":"a","files":"f","graded":"anna","grid":"hidden 1","hand_in":{"attempt":2,"marked_late":true,)"
      R"("submitted_utc":"2026-10-01T10:00:00Z","submitters":[{"email":"anna@x","id":"42","name":"Anna"}]},"last":true,"refused":true,"role":"reference","round":3,)"
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
  mark.erase("hand_in");
  EXPECT_EQ(grading_mark_from(mark).hand_in.attempt, 1);
  EXPECT_FALSE(grading_mark_from(mark).refused);
  mark["role"] = "audience";
  EXPECT_THROW(grading_mark_from(mark), Error);
}

}  // namespace
}  // namespace warpledger
