#include "plan/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "model/launch_text.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Device other_gpu() {
  Device device = rtx_4090();
  device.facts["sm_count"] = 114;
  device.facts["l2_bytes"] = 50 << 20;
  return device;
}

/// Experiment `x` on the family `scale`, extended by a kernel with its own launch.
class IdentityTest : public testing::Test {
 protected:
  IdentityTest() {
    files_.edit(kFamilyFile, "kernels:\n",
                "kernels:\n  scale_own: {source: scale.cu, args: [y, x, i32 n], blocks: [ceil(n / 64), 2], threads: "
                "[16, 4]}\n");
  }

  void grid(const std::string& text) const {
    files_.write(kExperimentFile, "experiment: x\nabout: A test.\nfamily: scale\ngrid:\n" + text);
  }
  Plan plan(const Device& device = rtx_4090(), const Overrides& overrides = {}) const {
    return make_plan(load_experiment(files_.library(), "x", overrides), device);
  }
  static std::vector<std::string> identities(const Plan& plan) {
    std::vector<std::string> list;
    for (const std::int64_t ordinal : plan.ordinals()) list.push_back(plan.job(ordinal).identity);
    return list;
  }
  std::vector<std::string> identities(const Device& device = rtx_4090()) const { return identities(plan(device)); }
  std::string message() const {
    return files_.message([&] { plan(); });
  }

  TemporaryLibrary files_;
};

std::map<std::string, std::string> words_of_launch(const Job& job) {
  std::map<std::string, std::string> words;
  for (const Quantity& quantity : job.quantities)
    if (quantity.kind == Quantity::Kind::launch && !quantity.word.empty()) words[quantity.name] = quantity.word;
  return words;
}

TEST_F(IdentityTest, ALaunchOfTheKernelsOwnIsNotMultipliedByAxesOfTheLaunch) {
  grid("  n: 256\n  kernel: [scale_own, scale_plain]\n  blocks: [0, 4]\n  warps: [1, 2]\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256", "scale_plain n=256 blocks=1/SM warps=1",
                                        "scale_plain n=256 blocks=1/SM warps=2", "scale_plain n=256 blocks=4 warps=1",
                                        "scale_plain n=256 blocks=4 warps=2"));
}

TEST_F(IdentityTest, AnOuterAxisMultipliesOnlyTheKernelsThatUseIt) {
  grid("  per: [1, 4]\n  n: 256\n  warps: [1, 2]\n  kernel: [scale_own, scale_per]\n");
  EXPECT_THAT(
      identities(),
      ElementsAre("scale_own n=256", "scale_per n=256 blocks=1/SM warps=1", "scale_per n=256 blocks=1/SM warps=2",
                  "scale_per n=256 per=4 blocks=1/SM warps=1", "scale_per n=256 per=4 blocks=1/SM warps=2"));
}

TEST_F(IdentityTest, AKernelThatSetsOneSideOfItsLaunchUsesTheOther) {
  files_.edit(kFamilyFile, ", threads: [16, 4]}", "}");
  grid("  n: 256\n  kernel: scale_own\n  blocks: [0, 4]\n  threads: [32, 48]\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:3:"), HasSubstr("'blocks'"), HasSubstr("scale_own")));
  grid("  n: 256\n  kernel: scale_own\n  threads: [32, 48]\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256 warps=1", "scale_own n=256 threads=48"));
}

TEST_F(IdentityTest, AnExpressionOfTheLaunchUsesTheNamesInIt) {
  files_.edit(kFamilyFile, "blocks: [ceil(n / 64), 2]", "blocks: [ceil(n / 64), warps]");
  grid("  n: 256\n  kernel: scale_own\n  warps: [1, 2]\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256 warps=1", "scale_own n=256 warps=2"));
}

TEST_F(IdentityTest, MacrosAndOptionsUseTheNamesInThem) {
  files_.edit(kFamilyFile, "threads: [16, 4]}", "threads: [16, 4], defines: {PER: per}}");
  grid("  n: 256\n  per: [1, 2]\n  kernel: scale_own\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256", "scale_own n=256 per=2"));
  files_.edit(kFamilyFile, "defines: {PER: per}}", "options: [\"-maxrregcount={32 * per}\"]}");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256", "scale_own n=256 per=2"));
}

TEST_F(IdentityTest, AScratchBufferIsUsedByTheKernelsThatAreGivenIt) {
  files_.edit(kFamilyFile, "buffers:\n", "buffers:\n  parts: {type: f32, count: n * per, role: scratch}\n");
  grid("  n: 256\n  per: [1, 2]\n  kernel: [scale_own, scale_per]\n  warps: 1\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256", "scale_per n=256 blocks=1/SM warps=1",
                                        "scale_per n=256 per=2 blocks=1/SM warps=1"));
  files_.edit(kFamilyFile, "args: [y, x, i32 n], blocks:", "args: [y, parts, i32 n], blocks:");
  EXPECT_THAT(identities(), testing::Contains("scale_own n=256 per=2"));
}

TEST_F(IdentityTest, AFilterChoosesPointsByAnAxisThatTheKernelDoesNotUse) {
  grid("  n: [64, 256]\n  kernel: [scale_own, scale_plain]\n  warps: [1, 2, 4]\nwhere: n == 64 || warps <= 2\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=64", "scale_plain n=64 blocks=1/SM warps=1",
                                        "scale_plain n=64 blocks=1/SM warps=2", "scale_plain n=64 blocks=1/SM warps=4",
                                        "scale_own n=256", "scale_plain n=256 blocks=1/SM warps=1",
                                        "scale_plain n=256 blocks=1/SM warps=2"));
  grid("  n: [64, 256]\n  kernel: [scale_own, scale_plain]\n  warps: [1, 2]\nwhere: n == 64 || warps > 2\n");
  EXPECT_THAT(identities(), testing::Not(testing::Contains("scale_own n=256")));
}

TEST_F(IdentityTest, AnAxisThatNoKernelUsesIsAnErrorAtItsLine) {
  grid("  n: 256\n  kernel: scale_own\n  warps: [4, 8, 16]\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:3:"), HasSubstr("'warps'"), HasSubstr("scale_own")));
  grid("  n: 256\n  kernel: [scale_own, scale_plain]\n  per: [1, 2]\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:3:"), HasSubstr("'per'"), HasSubstr("scale_own, scale_plain")));
  grid("  n: 256\n  kernel:\n    - scale_plain: {per: [1, 2]}\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:21:"), HasSubstr("'per'"), HasSubstr("scale_plain")));
  grid("  n: 256\n  kernel: scale_plain\n  m: [1, 2]\nderive:\n  k: 2 * m\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:3:"), HasSubstr("'m'"), HasSubstr("scale_plain")));
}

TEST_F(IdentityTest, SoIsOneOfTheCommandLine) {
  grid("  n: 256\n  kernel: [scale_own, scale_plain]\n  warps: [1, 2]\n");
  EXPECT_THAT(identities(plan(rtx_4090(), {.set = {"kernel=scale_own"}})), ElementsAre("scale_own n=256"));
  const auto refused = [&](const std::vector<std::string>& set) {
    return files_.message([&] { plan(rtx_4090(), {.set = set}); });
  };
  EXPECT_THAT(refused({"kernel=scale_own", "warps=4"}),
              AllOf(HasSubstr("--set:"), HasSubstr("'warps'"), HasSubstr("scale_own")));
  EXPECT_THAT(refused({"kernel=scale_own", "blocks=4"}), AllOf(HasSubstr("--set:"), HasSubstr("'blocks'")));
}

TEST_F(IdentityTest, IsTheSameOnEveryDevice) {
  grid(
      "  mib: [0.5, -0.25]\n  a: [3, sms / 2]\n  kernel: [scale_own, scale_plain]\n  blocks: [0, -2, 7, sms - 1]\n"
      "derive:\n  bytes: \"mib > 0 ? mib * 2^20 : -mib * l2_bytes\"\n  n: floor(bytes / 4)\n");
  const std::vector<std::string> here = identities(), there = identities(other_gpu());
  EXPECT_EQ(here, there);
  EXPECT_EQ(here.size(), 2 * 2 * (1 + 4));
  EXPECT_EQ(here[0], "scale_own a=3 mib=0.5 n=floor(bytes/4)");
  EXPECT_EQ(here[1], "scale_plain a=3 mib=0.5 n=floor(bytes/4) blocks=1/SM warps=4");
  EXPECT_EQ(here[2], "scale_plain a=3 mib=0.5 n=floor(bytes/4) blocks=2/SM warps=4");
  EXPECT_EQ(here[3], "scale_plain a=3 mib=0.5 n=floor(bytes/4) blocks=7 warps=4");
  EXPECT_EQ(here[4], "scale_plain a=3 mib=0.5 n=floor(bytes/4) blocks=sms-1 warps=4");
  EXPECT_EQ(here.back(), "scale_plain a=sms/2 mib=-0.25 n=floor(bytes/4) blocks=sms-1 warps=4");
}

TEST_F(IdentityTest, OfARangeOverDeviceFactsHasItsSteps) {
  grid("  n: {from: sms, to: 4 * sms, step: sms}\n  kernel: scale_own\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=sms", "scale_own n=sms+1*(sms)", "scale_own n=sms+2*(sms)",
                                        "scale_own n=sms+3*(sms)"));
  EXPECT_EQ(identities(), identities(other_gpu()));
  grid("  n: {from: 1, to: sms, times: 4}\n  kernel: scale_own\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=1", "scale_own n=4", "scale_own n=16", "scale_own n=64"));
}

TEST_F(IdentityTest, ValuesOfOtherNamesAreValues) {
  grid("  m: [2, 4]\n  kernel: scale_own\nderive:\n  n: m * 64\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=128", "scale_own n=256"));
}

TEST_F(IdentityTest, LeavesOutADefaultOnlyWhereItIsOneOnEveryDevice) {
  files_.edit(kFamilyFile, "a: {type: float, default: 2,", "a: {type: float, default: sms / 64,");
  grid("  n: 256\n  kernel: scale_own\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256"));  // the default is 2 here
  grid("  n: 256\n  a: [2, sms / 64]\n  kernel: scale_own\n");
  EXPECT_THAT(identities(), ElementsAre("scale_own a=2 n=256", "scale_own n=256"));
  files_.edit(kFamilyFile, "default: sms / 64,", "default: 2,");
  EXPECT_THAT(identities(), ElementsAre("scale_own n=256", "scale_own a=sms/64 n=256"));
}

TEST_F(IdentityTest, DeclaredPointsThatCoincideOnADeviceAreTwoPoints) {
  grid("  n: 64\n  kernel: scale_plain\n  blocks: [0, 128, sms]\n");
  const Plan here = plan();
  EXPECT_THAT(identities(here),
              ElementsAre("scale_plain n=64 blocks=1/SM warps=4", "scale_plain n=64 blocks=128 warps=4",
                          "scale_plain n=64 blocks=sms warps=4"));
  EXPECT_THAT(here.coinciding(), ElementsAre(Pair(0, 1), Pair(0, 2)));
  EXPECT_THAT(plan(other_gpu()).coinciding(), ElementsAre(Pair(0, 2)));
}

TEST_F(IdentityTest, OneDeclaredTwiceIsAnErrorWhereverItStands) {
  grid("  n: 64\n  kernel: scale_plain\n  blocks: [sms, 128, sms]\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("x.yaml:7:22:"), HasSubstr("axis 'blocks'")));
  grid("  n: 64\n  kernel: [scale_plain, scale_per, scale_plain]\n  blocks: [0, 128]\n");
  EXPECT_THAT(message(), AllOf(HasSubstr("points 0 and 4 are the same"), HasSubstr("blocks=1/SM")));
}

TEST_F(IdentityTest, AJobSaysWhatReallyRuns) {
  grid("  n: 2 * sms\n  kernel: [scale_own, scale_plain]\n");
  const Job own = plan().job(0), plain = plan().job(1);
  EXPECT_EQ(point_text(own), "scale_own n=2*sms (n=256, grid 4x2, block 16x4)");
  EXPECT_EQ(point_text(plain), "scale_plain n=2*sms blocks=1/SM warps=4 (n=256, grid 128, block 128)");
  EXPECT_THAT(words_of_launch(own), ElementsAre(Pair("block", "16x4"), Pair("grid", "4x2"), Pair("resolved", "n=256")));
}

TEST_F(IdentityTest, NumbersOfUnusedParametersAreNotThePoints) {
  grid("  n: 64\n  per: [2, 4]\n  kernel: [scale_own, scale_per]\n");
  const auto kinds = [&](std::int64_t ordinal) {
    std::map<std::string, Quantity::Kind> found;
    for (const Quantity& quantity : plan().job(ordinal).quantities) found[quantity.name] = quantity.kind;
    return found;
  };
  EXPECT_FALSE(kinds(0).contains("per"));
  EXPECT_EQ(kinds(1).at("per"), Quantity::Kind::parameter);
  grid("  n: 64\n  kernel: scale_own\n");
  EXPECT_EQ(kinds(0).at("per"), Quantity::Kind::axis);  // a default that the kernel does not use
}

TEST_F(IdentityTest, AListingLeavesOutWhatAPointDoesNotUse) {
  grid("  n: 64\n  kernel: [scale_own, scale_plain]\n");
  const Plan points = plan();
  ASSERT_THAT(points.columns(), ElementsAre("n", "a", "per", "blocks", "warps"));
  EXPECT_EQ(points.line(0).values[3], Cell());
  EXPECT_EQ(points.line(0).values[4], Cell());
  EXPECT_EQ(points.line(0).grid, Cell("1x2"));
  EXPECT_EQ(points.line(0).block, Cell("16x4"));
  EXPECT_EQ(points.line(0).threads, Cell(64.0));
  EXPECT_EQ(points.line(1).values[3], Cell(128.0));
  grid("  n: 64\n  kernel: scale_own\n");
  EXPECT_THAT(plan().columns(), ElementsAre("n", "a", "per"));
}

}  // namespace
}  // namespace warpledger
