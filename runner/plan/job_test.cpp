#include <gtest/gtest.h>

#include <cstring>

#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

Job job_of(const TemporaryLibrary& files, std::int64_t ordinal = 0, const Overrides& overrides = {}) {
  return make_plan(load_experiment(files.library(), "x", overrides), rtx_4090()).job(ordinal);
}

template <class T>
T value_of(const Argument& argument) {
  T value{};
  std::memcpy(&value, std::get<Scalar>(argument).bytes.data(), sizeof value);
  return value;
}

TEST(Job, HoldsEverythingResolved) {
  const TemporaryLibrary files;
  const Job job = job_of(files, 5);
  EXPECT_EQ(job.family, "scale");
  EXPECT_EQ(job.kernel, "scale_per");
  EXPECT_EQ(job.instance, "scale_per<2>");
  EXPECT_EQ(job.program.main.text, "// scale\n");
  ASSERT_EQ(job.buffers.size(), 2);
  EXPECT_EQ(job.buffers[0].count, 64);
  EXPECT_EQ(job.buffers[1].tolerance.because, "one rounding");
  ASSERT_EQ(job.launches.size(), 1);
  EXPECT_EQ(job.launches[0].function, "scale_per<2>");
  EXPECT_EQ(job.launches[0].grid.x, 128);
  EXPECT_EQ(job.launches[0].block.x, 128);
  EXPECT_EQ(std::get<BufferIndex>(job.launches[0].arguments[0]).index, 1);
  EXPECT_EQ(value_of<int>(job.launches[0].arguments[2]), 64);
  EXPECT_EQ(job.reference.launches[0].grid.x, 4 * 128);
  EXPECT_EQ(job.reference.launches[0].block.x, 256);
  EXPECT_EQ(job.measure.max_samples, 20);
  EXPECT_EQ(job.metrics.size(), 2);
}

TEST(Job, KeepsParametersAxesLaunchAndWorkAsQuantities) {
  const TemporaryLibrary files;
  files.edit("experiments/x.yaml", "  a: n / 32", "  a: half / 16\n  half: n / 2");
  std::string text;
  for (const Quantity& quantity : job_of(files).quantities)
    text += std::string(kQuantityKinds.at(static_cast<std::size_t>(quantity.kind))) + " " + quantity.name + "=" +
            std::to_string(static_cast<int>(quantity.value)) + "\n";
  EXPECT_EQ(text,
            "parameter n=64\nparameter a=2\naxis per=1\naxis half=32\nlaunch blocks=128\nlaunch warps=1\n"
            "launch threads=32\nlaunch grid=0\nlaunch block=0\nwork elements=64\n");
}

TEST(Job, PacksConstantsLikeACStruct) {
  const TemporaryLibrary files;
  files.edit("kernels/scale/family.yaml", "[f32 a]", "[i32 n, f64 a, f32 0.5]");
  const Job job = job_of(files);
  struct {
    int n = 0;
    double a = 0;
    float half = 0;
  } unpacked;
  ASSERT_EQ(job.constants[0].bytes.size(), sizeof unpacked);
  std::memcpy(&unpacked, job.constants[0].bytes.data(), sizeof unpacked);
  EXPECT_EQ(unpacked.n, 64);
  EXPECT_EQ(unpacked.a, 2);
  EXPECT_EQ(unpacked.half, 0.5F);
}

TEST(Job, GivesEachLaunchOfASequenceItsOwnGeometry) {
  const TemporaryLibrary files;
  files.edit("kernels/scale/family.yaml", "    template: [per]\n    args: [y, x, i32 n]\n",
             R"yaml(    launches:
      - {kernel: rearrange, args: [y, x], prepare: true}
      - {kernel: scan, template: [threads], args: [y, "i32 ceil(n / (2 * threads))"], blocks: "ceil(n / (2 * threads))"}
      - {kernel: scan, args: [y], blocks: 1, threads: [8, 4, 2], shared_bytes: 4 * threads}
      - {kernel: add, args: [y]}
)yaml");
  const Job job = job_of(files, 2);  // `per` is not used
  ASSERT_EQ(job.launches.size(), 4);
  EXPECT_TRUE(job.launches[0].prepare);
  EXPECT_EQ(job.instance, "scale_per");
  EXPECT_EQ(job.launches[1].grid.x, 1);
  EXPECT_EQ(value_of<int>(job.launches[1].arguments[1]), 1);
  EXPECT_EQ(job.launches[2].block.volume(), 64);
  EXPECT_EQ(job.launches[2].shared_bytes, 128);
  EXPECT_EQ(job.launches[3].grid.x, 128);
}

TEST(Job, IsCalledAsItsKernelWhateverTheFunctionsAreCalled) {
  const TemporaryLibrary files;
  files.edit("kernels/scale/family.yaml", "    template: [per]\n    args: [y, x, i32 n]\n",
             R"yaml(    launches:
      - {kernel: rearrange, template: [7], args: [y, x], prepare: true}
      - {kernel: scale, template: [per, 2 * per], args: [y]}
)yaml");
  EXPECT_EQ(job_of(files, 5).launches[1].function, "scale<2,4>");
  EXPECT_EQ(job_of(files, 5).instance, "scale_per<2,4>");
  files.edit("kernels/scale/family.yaml", "2 * per], args: [y]}",
             "2 * per], args: [y]}\n      - {kernel: add, args: [y]}");
  EXPECT_EQ(job_of(files, 4).instance, "scale_per");
}

class JobKey : public testing::Test {
 protected:
  TemporaryLibrary files_;
  std::string before_ = job_of(files_).key;
};

TEST_F(JobKey, ChangesWithTheSource) {
  files_.write("kernels/scale/scale.cu", "// other\n");
  EXPECT_NE(job_of(files_).key, before_);
}

TEST_F(JobKey, ChangesWithAHeader) {
  files_.write("kernels/scale/scale.cu", "#include \"a.h\"\n");
  files_.write("kernels/scale/a.h", "// one\n");
  const std::string one = job_of(files_).key;
  files_.write("kernels/scale/a.h", "// two\n");
  EXPECT_NE(job_of(files_).key, one);
}

TEST_F(JobKey, ChangesWithTheReference) {
  files_.write("kernels/scale/reference.cu", "// other\n");
  EXPECT_NE(job_of(files_).key, before_);
}

TEST_F(JobKey, ChangesWithWhatIsMeasuredAndHow) {
  EXPECT_NE(job_of(files_, 0, {.set = {"measure.cache=cold"}}).key, before_);
  EXPECT_NE(job_of(files_, 0, {.set = {"measure.max_samples=21"}}).key, before_);
  files_.edit("experiments/x.yaml", "[traffic]", "[cycles]");
  EXPECT_NE(job_of(files_).key, before_);
}

TEST_F(JobKey, ChangesWithTheFillAndTheConstants) {
  files_.edit("kernels/scale/family.yaml", "uniform(-1, 1)", "uniform(-1, 2)");
  const std::string fill = job_of(files_).key;
  EXPECT_NE(fill, before_);
  files_.edit("kernels/scale/family.yaml", "f32 a", "f32 a + 1");
  EXPECT_NE(job_of(files_).key, fill);
}

TEST_F(JobKey, KeepsWhenOnlyNamesOfFilesAndExplanationsChange) {
  files_.write("kernels/scale/renamed.cu", "// scale\n");
  files_.edit("kernels/scale/family.yaml", "scale_plain: {source: scale.cu", "scale_plain: {source: renamed.cu");
  files_.edit("kernels/scale/family.yaml", "one rounding", "a single rounding");
  files_.edit("metrics/traffic.yaml", "bytes read", "what was read");
  files_.edit("experiments/x.yaml", "[64, 128]", "[64]");
  EXPECT_EQ(job_of(files_).key, before_);
}

}  // namespace
}  // namespace warpledger
