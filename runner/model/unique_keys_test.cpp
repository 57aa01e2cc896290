#include "model/unique_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace warpledger {
namespace {

using nlohmann::ordered_json;

ordered_json read_unique(const std::string& text) {
  return ordered_json::parse(text, unique_keys<ordered_json>(), false);
}

TEST(UniqueKeys, AKeyThatAnObjectHasTwiceIsRefused) {
  for (const char* text :
       {R"({"a": 1, "a": 2})", R"([{"b": {"a": 1}, "c": [], "a": {"d": 1}, "a": 1}])", R"({"a": 1, "\u0061": 1})"})
    try {
      read_unique(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.problem(), testing::HasSubstr("the key 'a' twice"));
    }
}

TEST(UniqueKeys, APlaceIsToldWithTheNumbersOfItemsFromNought) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      read_unique(text);
      return "";
    } catch (const Error& error) {
      return error.problem();
    }
  };
  EXPECT_EQ(refusal(R"({"a": 1, "a": 2})"), "an object has the key 'a' twice");
  EXPECT_EQ(refusal(R"({"x": 0, "runs": [1, {"of": [[2], [], {"a": 1, "a": 2}]}]})"),
            "runs[1].of[2] has the key 'a' twice");
  EXPECT_EQ(refusal(R"([{"a": 1}, {"a": 1, "b": {}, "b": 1}])"), "[1] has the key 'b' twice");
}

TEST(UniqueKeys, ObjectsBesideAndWithinOneAnotherMayHaveTheSameKey) {
  const std::string text = R"([{"a":{"a":1}},{"a":[{"a":2},{"a":3}],"b":1}])";
  EXPECT_EQ(read_unique(text).dump(), text);
  EXPECT_TRUE(read_unique("{\"a\": 1").is_discarded());
}

}  // namespace
}  // namespace warpledger
