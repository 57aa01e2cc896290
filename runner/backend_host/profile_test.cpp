#include "backend_host/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kFacts = R"(
    "cc_major": {"value": 8, "source": "s"}, "cc_minor": {"value": 0, "source": "s"},
    "global_memory_bytes": {"value": 9, "source": "s"}, "l2_bytes": {"value": 9, "source": "s"},
    "max_threads_per_block": {"value": 9, "source": "s"}, "shared_per_block_bytes": {"value": 9, "source": "s"},
    "shared_per_block_optin_bytes": {"value": 9, "source": "s"}, "sm_count": {"value": 9, "source": "s"})";

class ProfileTest : public testing::Test {
 protected:
  ProfileTest() { std::filesystem::create_directories(root_ + "/devices"); }
  ~ProfileTest() override { std::filesystem::remove_all(root_); }

  std::string complaint_about(const std::string& text) {
    std::ofstream(root_ + "/devices/mine.json") << text;
    try {
      load_profile({root_}, "mine");
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }
  std::string complaint_about_facts(const std::string& facts) {
    return complaint_about(R"({"name": "n", "chip": "c", "about": "a", "facts": {)" + facts + "}}");
  }

  std::string root_ = testing::TempDir() + "warpledger-profiles-" + std::to_string(getpid());
  std::string path_ = root_ + "/devices/mine.json";
};

TEST_F(ProfileTest, EveryShippedProfileIsWhole) {
  const std::vector<std::string> roots = {WARPLEDGER_SOURCE_DIR};
  EXPECT_THAT(profile_names(roots), testing::ElementsAre("a100", "h100-pcie", "h200", "rtx3090", "rtx4090"));
  for (const std::string& name : profile_names(roots)) {
    EXPECT_EQ(load_profile(roots, name).id, name);
    EXPECT_TRUE(load_profile(roots, name).memory_model) << name;
  }
}

TEST_F(ProfileTest, ReadsTheCardOfTheAssignment) {
  const Profile profile = load_profile({WARPLEDGER_SOURCE_DIR}, "rtx4090");
  EXPECT_EQ(profile.name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(profile.chip, "AD102");
  EXPECT_EQ(profile.fact("l2_bytes"), 73728 * 1024);
  EXPECT_EQ(profile.digest.size(), 64u);
}

TEST_F(ProfileTest, ReadsWhatTheMemoryModelNeeds) {
  const Profile profile = load_profile({WARPLEDGER_SOURCE_DIR}, "h200");
  EXPECT_EQ(profile.memory_model->unified_bytes, 256 * 1024);
  EXPECT_EQ(profile.memory_model->shared_carveouts_bytes.back(), 228 * 1024);
}

TEST_F(ProfileTest, NamesTheKnownProfilesWhenOneIsMissing) {
  try {
    load_profile({root_, WARPLEDGER_SOURCE_DIR}, "rtx409");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "there is no device profile 'rtx409'\nhint: did you mean 'rtx4090'? allowed: a100, h100-pcie, h200, "
                 "rtx3090, rtx4090");
  }
}

TEST_F(ProfileTest, TakesTheFirstRootThatHasTheProfile) {
  std::filesystem::copy_file(std::string(WARPLEDGER_SOURCE_DIR) + "/devices/h100-pcie.json",
                             root_ + "/devices/rtx4090.json");
  EXPECT_EQ(load_profile({root_, WARPLEDGER_SOURCE_DIR}, "rtx4090").chip, "GH100");
}

TEST_F(ProfileTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(complaint_about("{"), path_ + ": not valid JSON\nhint: check it with a JSON linter");
  EXPECT_EQ(complaint_about(R"({"nam": "x"})"),
            path_ +
                ": unknown key 'nam'\nhint: did you mean 'name'? allowed: name, chip, about, facts, "
                "memory_model");
  EXPECT_THAT(complaint_about(R"({"name": "n", "name": "m"})"),
              testing::StartsWith(path_ + ": an object has the key 'name' twice"));
  EXPECT_THAT(complaint_about_facts(R"("sm_cont": {"value": 1, "source": "s"})"),
              testing::StartsWith(path_ + ": unknown fact 'sm_cont'\nhint: did you mean 'sm_count'?"));
}

TEST_F(ProfileTest, RefusesAFactWithoutAPositiveNumberOrASource) {
  for (const char* entry : {"128", R"({"value": 0, "source": "s"})", R"({"value": 1.5, "source": "s"})",
                            R"({"value": 1})", R"({"value": "1", "source": "s"})"})
    EXPECT_EQ(complaint_about_facts(R"("sm_count": )" + std::string(entry)),
              path_ + ": fact 'sm_count' needs a positive integer and its source\n" +
                  "hint: write {\"value\": <integer>, \"source\": \"<where from>\"}, or remove a fact that is "
                  "unknown");
}

TEST_F(ProfileTest, RefusesAProfileWithoutAFactThatTheBackendNeeds) {
  EXPECT_EQ(complaint_about_facts(kFacts), path_ + ": fact 'warp_size' is missing\nhint: add it with its source");
  const std::string warp_size = std::string(kFacts) + R"(, "warp_size": {"value": )";
  EXPECT_EQ(complaint_about_facts(warp_size + R"(64, "source": "s"})"),
            path_ + ": warp_size must be 32\nhint: every CUDA device has warps of 32 threads");
  EXPECT_EQ(complaint_about_facts(warp_size + R"(32, "source": "s"})"), "none");
}

TEST_F(ProfileTest, AMemoryModelNeedsTheFactsThatDecideHowManyBlocksAnSmHolds) {
  const std::string facts = std::string(kFacts) + R"(, "warp_size": {"value": 32, "source": "s"})";
  EXPECT_EQ(
      complaint_about(R"({"name": "n", "chip": "c", "about": "a", "memory_model": {}, "facts": {)" + facts + "}}"),
      path_ + ": fact 'max_blocks_per_sm' is missing\nhint: add it with its source");
  const std::string more = facts + R"(, "max_blocks_per_sm": {"value": 9, "source": "s"},
    "max_threads_per_sm": {"value": 9, "source": "s"}, "registers_per_block": {"value": 9, "source": "s"},
    "registers_per_sm": {"value": 9, "source": "s"}, "shared_per_sm_bytes": {"value": 9, "source": "s"})";
  EXPECT_THAT(
      complaint_about(R"({"name": "n", "chip": "c", "about": "a", "memory_model": {}, "facts": {)" + more + "}}"),
      testing::StartsWith(path_ + ": memory_model needs 'unified_bytes' and its source"));
}

}  // namespace
}  // namespace warpledger
