#include "calibrate/fitted_profile.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kShipped = {WARPLEDGER_SOURCE_DIR};

std::string refusal(const std::string& text) {
  const TemporaryProfile profile("mine", text);
  try {
    FittedProfile({profile.root()}, "mine").setting();
  } catch (const Error& error) {
    return std::filesystem::path(error.where().file).filename().string() + ": " + error.problem();
  }
  return "no error";
}

TEST(FittedProfile, ChangesOnlyTheFittedParametersAndTheirSources) {
  const FittedProfile profile(kShipped, "h200");
  const Setting shipped = profile.setting();
  ASSERT_EQ(shipped.size(), fitted_parameters().size());
  Setting changed = shipped;
  changed["hit_cycles"] = 61;
  const auto before = nlohmann::json::parse(profile.text(shipped, "s"));
  auto after = nlohmann::json::parse(profile.text(changed, "s"));
  EXPECT_EQ(after["memory_model"]["hit_cycles"], (nlohmann::json{{"value", 61}, {"source", "s"}}));
  after["memory_model"]["hit_cycles"]["value"] = shipped.at("hit_cycles");
  EXPECT_EQ(after, before);
  const auto file = nlohmann::json::parse(read_file(kShipped[0] + "/devices/h200.json"));
  EXPECT_EQ(before["facts"], file["facts"]);
  EXPECT_EQ(before["memory_model"]["unified_bytes"], file["memory_model"]["unified_bytes"]);
}

TEST(FittedProfile, WritesTheLinesThatAShippedFileHas) {
  const FittedProfile profile(kShipped, "h200");
  const std::string source = "calibrated on an H200, benchmarks/model.md";
  EXPECT_EQ(profile.text(profile.setting(), source), read_file(kShipped[0] + "/devices/h200.json"));
  EXPECT_THAT(profile.section(profile.setting(), "x"),
              AllOf(HasSubstr("\"memory_model\": {\n  \"unified_bytes\": {\"value\": 262144, \"source\": \"256 KB"),
                    HasSubstr("  \"hit_cycles\": {\"value\": 60, \"source\": \"x\"},\n"), Not(HasSubstr("facts"))));
}

TEST(FittedProfile, SaysWhatIsWrongWithAProfile) {
  EXPECT_EQ(refusal("{"), "mine.json: not valid JSON");
  EXPECT_EQ(refusal("[]"), "mine.json: the profile has no memory model to fit");
  EXPECT_EQ(refusal("{\"name\": \"x\"}"), "mine.json: the profile has no memory model to fit");
  EXPECT_EQ(refusal("{\"memory_model\": {\"l1_sets\": {\"value\": \"many\", \"source\": \"x\"}}}"),
            "mine.json: 'l1_sets' of memory_model is not an integer");
}

TEST(FittedProfile, OfAnUnknownNameIsAnErrorWithACure) {
  try {
    FittedProfile(kShipped, "h2000");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no device profile 'h2000'\nhint: `warpledger devices` lists the profiles");
  }
}

TEST(TemporaryProfile, IsADataFolderThatIsGoneAfterwards) {
  std::string root;
  {
    const TemporaryProfile profile("mine", "text\n");
    root = profile.root();
    EXPECT_EQ(read_file(root + "/devices/mine.json"), "text\n");
  }
  EXPECT_FALSE(std::filesystem::exists(root));
}

}  // namespace
}  // namespace warpledger
