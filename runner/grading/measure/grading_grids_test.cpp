#include "grading/measure/grading_grids.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"

namespace warpledger {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Library library() { return Library({WARPLEDGER_SOURCE_DIR}); }

Device device() {
  Device device = rtx_4090();
  device.facts["max_shared_bytes_per_block"] = 49152;
  return device;
}

std::vector<std::string> identities(const Experiment& experiment) {
  const Plan plan = make_plan(experiment, device());
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < plan.size(); ++i) all.push_back(plan.job(i).identity);
  return all;
}

TEST(GradingGrids, CheckThePublicAndTheHiddenOnesWithEachSecretSeed) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {11, 12});
  std::vector<std::string> names;
  for (const GradingGrid& grid : grids.checked) names.push_back(grid.name + " " + std::to_string(grid.experiment.seed));
  EXPECT_THAT(names, ElementsAre("public 11", "public 12", "hidden 1 11", "hidden 1 12", "hidden 2 11", "hidden 2 12"));
  const Plan hidden = make_plan(grids.checked[2].experiment, device());
  const Job job = hidden.job(0);
  EXPECT_EQ(job.seed, 11u);
  EXPECT_EQ(job.measure.max_samples, 0);
  EXPECT_TRUE(job.metrics.empty());
  EXPECT_THAT(job.identity, HasSubstr("d_l=7"));
}

TEST(GradingGrids, CheckHiddenOnesWithTheExperimentsSeedWhereNoneIsSecret) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {});
  ASSERT_THAT(grids.checked, SizeIs(2));
  EXPECT_EQ(grids.checked[0].name, "hidden 1");
  EXPECT_EQ(grids.checked[0].experiment.seed, 1u);
}

std::string refusal(const std::string& hidden) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "experiments");
  std::string text = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/experiments/lsu-2024-hw01.yaml");
  const std::size_t begin = text.find("    - {d_l: [7, 33]"), end = text.find("  rounds:");
  text.replace(begin, end - begin, "    - " + hidden + "\n");
  write_file(folder.path() / "experiments/lsu-2024-hw01.yaml", text);
  const Library own({folder.path().string(), WARPLEDGER_SOURCE_DIR});
  try {
    check_points(grading_grids(own, "lsu-2024-hw01", {}), device());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(GradingGrids, ThatAreHiddenAndCannotBeAreRefusedAtTheirPlace) {
  EXPECT_EQ(refusal("{d_l: 7, warps: 3}"), "");
  EXPECT_EQ(refusal("{kernel: norm_group, grp_size: 2, d_l: 7}"), "");
  for (const auto& [hidden, problem] : std::vector<std::pair<std::string, std::string>>{
           {"{warps: 0}", "in this hidden grid: "},
           {"{kernel: norm_base}", "in this hidden grid: it has no kernel of the submission"},
           {"{d_l: 8}", "in this hidden grid: each of its points is in the public grid"}}) {
    EXPECT_THAT(refusal(hidden), HasSubstr("lsu-2024-hw01.yaml:"));
    EXPECT_THAT(refusal(hidden), HasSubstr(problem));
    EXPECT_THAT(refusal(hidden), HasSubstr("\n      - " + hidden));
    EXPECT_THAT(refusal(hidden), testing::Not(HasSubstr("--set")));
  }
}

TEST(GradingGrids, CountTheWholeExperimentAndTimeTheSubmittedKernelsAlone) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {11});
  EXPECT_THAT(identities(grids.profiled.experiment), testing::Contains(HasSubstr("norm_base")));
  EXPECT_FALSE(grids.profiled.experiment.metrics.empty());
  EXPECT_THAT(identities(grids.timed.experiment), Each(HasSubstr("norm_group")));
  EXPECT_THAT(identities(grids.checked[0].experiment), Each(HasSubstr("norm_group")));
  EXPECT_TRUE(grids.timed.experiment.metrics.empty());
}

TEST(GradingGrids, KnowTheReferenceAndWhatIsCommon) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {11});
  EXPECT_THAT(identities(grids.known.experiment), Each(HasSubstr("norm_group")));
  EXPECT_EQ(grids.known.experiment.measure.max_samples, 0);
}

TEST(TimedOrdinals, AreThePointsThatARuleAboutTimeLooksAt) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {});
  const Plan plan = make_plan(grids.timed.experiment, device());
  std::vector<std::string> timed;
  for (const TimedOrdinal& ordinal : timed_ordinals(grids, library(), device())) {
    timed.push_back(plan.job(ordinal.ordinal).identity);
    EXPECT_EQ(ordinal.kernel, "norm_group");
  }
  EXPECT_THAT(timed, SizeIs(6));
  EXPECT_THAT(timed, Each(HasSubstr("grp_size=32")));
  EXPECT_THAT(timed, Each(testing::ContainsRegex("warps=(8|32)$")));
}

TEST(ProfiledOrdinals, PartTheSubmissionsKernelsFromThoseThatNobodySubmits) {
  const GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {});
  const Plan plan = make_plan(grids.profiled.experiment, device());
  const ProfiledOrdinals ordinals = profiled_ordinals(grids, device());
  for (const std::int64_t ordinal : ordinals.submitted) EXPECT_EQ(plan.job(ordinal).kernel, "norm_group");
  for (const std::int64_t ordinal : ordinals.others) EXPECT_EQ(plan.job(ordinal).kernel, "norm_base");
  EXPECT_THAT(ordinals.submitted, SizeIs(200));
  EXPECT_THAT(ordinals.others, SizeIs(40));
}

TEST(TimedOrdinals, AreThoseOfAReferenceOfAnotherName) {
  GradingGrids grids = grading_grids(library(), "lsu-2023-hw01", {});
  const std::vector<TimedOrdinal> ordinals = timed_ordinals(grids, library(), device());
  ASSERT_FALSE(ordinals.empty());
  EXPECT_EQ(ordinals.front().kernel, "qkv_strip_w2");
  const std::int64_t first = ordinals.front().ordinal;
  const Job own = make_plan(grids.timed.experiment, device()).job(first);
  const Job reference = make_plan(grids.reference.experiment, device()).job(first);
  EXPECT_EQ(reference.kernel, grids.timed.experiment.grading->reference.at(own.kernel));
}

TEST(GradingGrids, InputsThatAreTheSameInEachTimedLaunchAreNamed) {
  GradingGrids grids = grading_grids(library(), "lsu-2024-hw01", {11});
  const std::vector<TimedOrdinal> timed = timed_ordinals(grids, library(), device());
  EXPECT_THAT(inputs_alike(grids, timed, device()), testing::IsEmpty());
  for (BufferTemplate& buffer : grids.timed.experiment.families[0].buffers)
    buffer.fill = FillTemplate{.kind = Fill::Kind::index};
  EXPECT_THAT(inputs_alike(grids, timed, device()), ElementsAre(testing::Pair("l_in", "fill it at random")));
}

}  // namespace
}  // namespace warpledger
