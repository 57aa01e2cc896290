#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kKernel = "kernels:\n";
constexpr const char* kLibraryKernel =
    "kernels:\n  scale_library: {library: blas.cu, link: [cublas, cublasLt], options: -use_fast_math,\n"
    "                  args: [y, x, i32 n]}\n";

Device gpu() {
  Device device = rtx_4090();
  device.backend = "cuda";
  return device;
}

class LibraryJob : public testing::Test {
 protected:
  LibraryJob() {
    files_.write("kernels/scale/blas.cu", "// scale\n");
    files_.edit(kFamilyFile, kKernel, kLibraryKernel);
    files_.edit(kExperimentFile, "    - scale_plain\n", "    - scale_library\n    - scale_plain\n");
  }
  Experiment experiment() const { return load_experiment(files_.library(), "x"); }

  TemporaryLibrary files_;
};

TEST_F(LibraryJob, HasOnePointForAllLaunches) {
  const Plan plan = make_plan(experiment(), gpu());
  std::vector<std::string> identities;
  for (std::int64_t i = 0; i < plan.size(); ++i)
    if (const Job job = plan.job(i); job.kernel == "scale_library") identities.push_back(job.identity);
  EXPECT_THAT(identities, ElementsAre("scale_library n=64", "scale_library a=4 n=128"));
  EXPECT_THAT(plan.left_out(), IsEmpty());
}

TEST_F(LibraryJob, CarriesWhatItIsLinkedWithAndNoConstants) {
  const Job job = make_plan(experiment(), gpu()).job(0);
  ASSERT_EQ(job.kernel, "scale_library");
  EXPECT_TRUE(is_library(job.program));
  EXPECT_THAT(job.program.options, ElementsAre("-shared", "-lcublas", "-lcublasLt", "-use_fast_math"));
  EXPECT_THAT(job.constants, IsEmpty());
  ASSERT_EQ(job.launches.size(), 1U);
  EXPECT_EQ(job.launches[0].function, "scale_library");
}

TEST_F(LibraryJob, HasNoLaunchAmongItsNumbers) {
  const Plan plan = make_plan(experiment(), gpu());
  for (const Quantity& quantity : plan.job(0).quantities) EXPECT_NE(quantity.kind, Quantity::Kind::launch);
  const PointLine line = plan.line(0);
  for (std::size_t i = 0; i < line.values.size(); ++i)
    EXPECT_EQ(std::holds_alternative<std::monostate>(line.values[i]),
              plan.columns()[i] == "blocks" || plan.columns()[i] == "warps")
        << plan.columns()[i];
}

TEST_F(LibraryJob, IsLeftOutOnAHostAndBesideASubmission) {
  EXPECT_THAT(make_plan(experiment(), rtx_4090()).left_out(), ElementsAre("scale_library"));
  Experiment submitted = experiment();
  submitted.submission = "ann";
  const Plan plan = make_plan(submitted, gpu());
  EXPECT_THAT(plan.left_out(), ElementsAre("scale_library"));
  for (std::int64_t i = 0; i < plan.size(); ++i) EXPECT_NE(plan.job(i).kernel, "scale_library");
}

TEST_F(LibraryJob, IsLeftOutOnAHostAsPtxIs) {
  files_.edit(kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {source: scale.ptx");
  EXPECT_THAT(make_plan(experiment(), rtx_4090()).left_out(), ElementsAre("scale_library", "scale_plain"));
  EXPECT_THAT(make_plan(experiment(), gpu()).left_out(), IsEmpty());
}

TEST_F(LibraryJob, AloneOnAHostIsAnError) {
  files_.edit(kExperimentFile, "    - scale_plain\n    - scale_per: {per: [1, 2]}\n  blocks: 0\n  warps: [1, 4]\n", "");
  EXPECT_THAT(files_.message([&] { make_plan(experiment(), rtx_4090()); }),
              HasSubstr("no point is left: library programs and PTX run on a GPU"));
}

TEST_F(LibraryJob, IsNamedAmongTheFilesOfItsFamily) {
  const std::string file = files_.library().family_folder("scale") + "/family.yaml";
  EXPECT_THAT(files_named_in(file, read_file(file)).sources, ::testing::Contains("blas.cu"));
}

}  // namespace
}  // namespace warpledger
