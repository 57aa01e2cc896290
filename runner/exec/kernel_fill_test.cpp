#include "exec/kernel_fill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

using testing::StartsWith;

std::uint64_t number_at(const ScriptedCall& call, std::size_t index) {
  std::uint64_t number = 0;
  std::memcpy(&number, std::get<Scalar>(call.arguments.at(index)).bytes.data(), sizeof number);
  return number;
}

Job job_with_a_made_input(std::uint64_t seed) {
  Job job = fixture::doubling_job("good");
  Scalar seven{ElementType::u64, {}};
  seven.bytes[0] = std::byte{7};
  job.seed = seed;
  job.buffers[0].fill = {.kind = Fill::Kind::kernel};
  job.buffers[0].content = "digest";
  job.buffers[0].maker = std::make_shared<const FillProgram>(
      FillProgram{{{"fills.cu", "make"}, {}}, {.function = "make", .arguments = {seven}, .grid = {1}, .block = {32}}});
  return job;
}

/// "make" writes seed + 7 + index to all elements except the last `left_out`, and to `past_end` beyond.
ScriptedBackend backend_that_makes(int left_out = 0, int past_end = 0) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["make"] = [=](const ScriptedCall& call) {
    for (int i = 0; i < fixture::kElements - left_out + past_end; ++i)
      call.pointer<float>(0)[i] = static_cast<float>(number_at(call, 1) + number_at(call, 2)) + static_cast<float>(i);
  };
  return backend;
}

std::string reason_of(ScriptedBackend backend) {
  PointContext context(backend);
  return measure_point(job_with_a_made_input(3), context).reason;
}

TEST(KernelFill, IsOfTheSeedAndTheSameForKernelAndReference) {
  ScriptedBackend backend = backend_that_makes();
  PointContext context(backend);
  EXPECT_EQ(measure_point(job_with_a_made_input(3), context).reason, "");
  const Job job = job_with_a_made_input(3), other = job_with_a_made_input(4);
  const auto first_of = [&](const Job& of) {
    return to_doubles(*context.workspace.first_content(of.buffers[0], of.seed)->host, ElementType::f32).front();
  };
  EXPECT_EQ(first_of(job), 10);
  EXPECT_EQ(first_of(other), 11);
}

TEST(KernelFill, OfUntrustedPointsIsMadeAsOfAllOthers) {
  for (const bool gpu : {false, true}) {
    ScriptedBackend backend = backend_that_makes();
    backend.gpu_times = gpu;
    PointContext context(backend);
    Job job = job_with_a_made_input(3);
    job.untrusted = true;
    EXPECT_EQ(measure_point(job, context).reason, "") << gpu;
  }
}

TEST(KernelFill, MustWriteEachElement) {
  EXPECT_EQ(reason_of(backend_that_makes(1)),
            "buffer x: its fill: element 99 is not the same when make runs again with the same seed: write every "
            "element, from the seed and its index alone");
}

TEST(KernelFill, MustStayInItsBuffer) {
  EXPECT_THAT(reason_of(backend_that_makes(0, 1)), StartsWith("buffer x: its fill: "));
}

TEST(KernelFill, MustNotDependOnHowOftenItRan) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["make"] = [runs = 0](const ScriptedCall& call) mutable {
    ++runs;
    for (int i = 0; i < fixture::kElements; ++i) call.pointer<float>(0)[i] = static_cast<float>(runs);
  };
  EXPECT_THAT(reason_of(backend), StartsWith("buffer x: its fill: element 0 is not the same"));
}

}  // namespace
}  // namespace warpledger
