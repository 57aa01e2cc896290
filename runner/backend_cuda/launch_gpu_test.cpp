#include <gmock/gmock.h>

#include "backend_cuda/cuda_diagnosis.h"
#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

using ::testing::Each;
using ::testing::MatchesRegex;

class LaunchOnGpu : public GpuTest {};

TEST_F(LaunchOnGpu, DescribesTheDevice) {
  const Device device = backend_->describe();
  for (const auto& [name, value] : device.facts)
    std::printf("%s = %lld\n", name.c_str(), static_cast<long long>(value));
  for (const auto& [name, value] : device.environment) std::printf("%s: %s\n", name.c_str(), value.c_str());
  EXPECT_THAT(device.uuid, MatchesRegex("GPU-........-....-....-....-............"));
  EXPECT_FALSE(device.chip.empty());
  EXPECT_GT(device.facts.at("sm_count"), 0);
  EXPECT_GT(device.facts.at("l2_bytes"), 0);
  ASSERT_EQ(cuda_devices({}).empty(), false);
  EXPECT_EQ(cuda_devices({}).front().uuid, device.uuid);
}

TEST_F(LaunchOnGpu, TheDiagnosisFindsTheGpu) {
  for (const Finding& finding : diagnose_cuda({}))
    std::printf("%s: %s %s\n", finding.what.c_str(), finding.detail.c_str(), finding.hint.c_str());
  EXPECT_TRUE(diagnose_cuda({}).front().works);
}

TEST_F(LaunchOnGpu, PassesBuffersOffsetsAndScalars) {
  const auto module = compile(
      "__global__ void add(float* out, const float* in, int n) { out[threadIdx.x] = "
      "in[threadIdx.x] + n; }",
      {"add"});
  const auto in = upload(std::vector<float>(64, 1.5F));
  const auto out = upload(std::vector<float>(64, 0.0F));
  Work work;
  work.launches = {
      launch_of(*module, "add", {DevicePointer{out.get(), 128}, DevicePointer{in.get()}, scalar(40)}, {1}, {32})};
  backend_->launch(work);
  const auto values = download<float>(*out);
  EXPECT_THAT(std::vector<float>(values.begin(), values.begin() + 32), Each(0.0F));
  EXPECT_THAT(std::vector<float>(values.begin() + 32, values.end()), Each(41.5F));
}

TEST_F(LaunchOnGpu, FillsConstantsAndRunsPreparationFirst) {
  const auto module = compile(
      "__constant__ int c_n[2]; __global__ void set(int* x) { *x = c_n[1]; } "
      "__global__ void doubled(int* x) { *x *= 2; }",
      {"set", "doubled"});
  const auto x = upload(std::vector<int>{0});
  const std::vector<int> constants = {5, 21};
  const auto bytes = std::as_bytes(std::span(constants));
  Work work;
  work.constants = {{module.get(), {"c_n", {bytes.begin(), bytes.end()}}}};
  work.prepare = {launch_of(*module, "set", {DevicePointer{x.get()}})};
  work.launches = {launch_of(*module, "doubled", {DevicePointer{x.get()}})};
  backend_->launch(work);
  EXPECT_EQ(download<int>(*x).front(), 42);

  work.constants[0].constant.bytes.resize(4);
  EXPECT_EQ(end_of(work), "compile_failed: __constant__ 'c_n' has 8 B; the family fills 4 B");
  work.constants[0].constant.symbol = "c_m";
  EXPECT_EQ(end_of(work), "compile_failed: test.cu declares no __constant__ 'c_m'");
}

TEST_F(LaunchOnGpu, RestoresBeforeTheLaunch) {
  const auto module = compile("__global__ void add(int* x) { *x += 1; }", {"add"});
  const auto first = upload(std::vector<int>{10});
  const auto x = upload(std::vector<int>{0});
  Work work;
  work.restores = {{{x.get()}, {first.get()}, 4}};
  work.launches = {launch_of(*module, "add", {DevicePointer{x.get()}})};
  backend_->launch(work);
  backend_->launch(work);
  EXPECT_EQ(download<int>(*x).front(), 11);
}

TEST_F(LaunchOnGpu, MovesLargeBuffersUnchangedAndFillsThem) {
  std::vector<int> values((15 << 20) / sizeof(int) + 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 2654435761U);
  const auto memory = upload(values);
  EXPECT_EQ(download<int>(*memory), values);
  backend_->fill(*memory, 4, 8, std::byte{0xff});
  const auto filled = download<int>(*memory);
  EXPECT_EQ(filled[0], values[0]);
  EXPECT_EQ(filled[1], -1);
  EXPECT_EQ(filled[2], -1);
  EXPECT_EQ(filled[3], values[3]);
}

TEST_F(LaunchOnGpu, SharedMemoryBeyond48KiBWorksAndLowersTheOccupancy) {
  const auto module =
      compile("extern __shared__ int s[]; __global__ void f(int* x) { s[20000] = 7; *x = s[20000]; }", {"f"});
  const auto x = upload(std::vector<int>{0});
  Work work;
  work.launches = {launch_of(*module, "f", {DevicePointer{x.get()}})};
  work.launches[0].shared_bytes = 96 << 10;
  backend_->launch(work);
  EXPECT_EQ(download<int>(*x).front(), 7);
  const auto small = module->attributes("f", 128, 0);
  const auto large = module->attributes("f", 128, 96 << 10);
  EXPECT_EQ(small.at(5).name, "blocks_per_sm");
  EXPECT_GT(small.at(5).value.value(), large.at(5).value.value());
  EXPECT_EQ(module->attributes("f", 2048, 0).at(5).reason,
            "no block of 2048 threads with 0 B of dynamic shared memory fits an SM");
}

TEST_F(LaunchOnGpu, RefusesWrongArgumentsAndBlocksThatAreTooLarge) {
  const auto module = compile("__global__ void f(int* x, int n) {}", {"f"});
  Work work;
  work.launches = {launch_of(*module, "f", {scalar(1), scalar(2)})};
  EXPECT_EQ(end_of(work), "compile_failed: f takes 8 B as argument 1, the family passes i32 of 4 B");
  work.launches = {launch_of(*module, "f", {DevicePointer{}, scalar(2)}, {1}, {2048})};
  EXPECT_EQ(end_of(work), "invalid_point: f: 2048 threads in block dimension x exceed the device limit of 1024");
  work.launches = {launch_of(*module, "f", {DevicePointer{}, scalar(2)})};
  EXPECT_EQ(end_of(work), "ok");
}

TEST_F(LaunchOnGpu, ABufferThatDoesNotFitNamesTheBytesAndHarmsNothing) {
  try {
    backend_->allocate(std::size_t{1} << 50);
    FAIL() << "allocated a pebibyte";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::invalid_point);
    EXPECT_THAT(end.what(), MatchesRegex("a buffer needs 1125899906842624 B of device memory; [0-9]+ B are free"));
  }
  EXPECT_EQ(backend_->allocate(1024)->size_bytes(), 1024U);
}

}  // namespace
}  // namespace warpledger
