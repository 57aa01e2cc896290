#include "backend_host/sm_trace.h"

#include "backend_host/trace_fixture.h"
#include "sass/assembler_fixture.h"

namespace warpledger {
namespace {

using testing::StartsWith;

constexpr const char* kCopy = "__global__ void f(int* a) { a[4096 + threadIdx.x] = a[threadIdx.x]; }";

/// A lane of block b loads b + 1 times.
constexpr const char* kMoreByBlock = R"(
__global__ void f(int* a) {
  int sum = 0;
  for (unsigned i = 0; i <= blockIdx.x; ++i) sum += a[i * 32 + threadIdx.x];
  if (sum == -1) *a = sum;
})";

class SmTraceTest : public TraceTest {
 protected:
  /// A launch of "f" with 10 blocks, on a GPU of four SMs.
  SmTracer tracer(const std::string& source, Extent block = {.x = 32}) {
    pointer_ = buffer(std::vector<int>(1 << 15));
    const HostModule& module = compile({{"kernels/probe.cu", source}, {}}, "f");
    launch_ = {&module, &module.kernel("f"), {&pointer_}, {.x = 10}, block, 0, "f"};
    return {launch_, pool_.allocations(), setup_};
  }

  /// Traces SM 0 of the copy by 64 threads: 3 blocks of 2 warps.
  SmTrace trace_as(const Assembler& assembler) {
    const KernelCode code = {assembler.code()};
    setup_.code = &code;
    return tracer(kCopy, {.x = 64}).trace(0);
  }

  void* pointer_ = nullptr;
  GridLaunch launch_;
  SmSetup setup_ = {.sm_count = 4, .resident_blocks = 1, .l1 = {.bytes = 32 << 10}, .code = nullptr, .arch = 89};
};

std::uint64_t loads_in(const SmTrace& trace) {
  return trace.counts.accesses.of(Space::global, AccessKind::load).requests;
}

TEST_F(SmTraceTest, AnSmHasEveryBlockWhoseTurnItIs) {
  SmTracer sms = tracer(kMoreByBlock);
  const SmTrace first = sms.trace(1), last = sms.trace(3);
  EXPECT_EQ(first.blocks, 3u);
  EXPECT_EQ(loads_in(first), 2u + 6 + 10);
  EXPECT_EQ(last.blocks, 2u);
  EXPECT_EQ(loads_in(last), 4u + 8);
}

TEST_F(SmTraceTest, AnSmKnowsNothingOfTheOneTracedBefore) {
  SmTracer sms = tracer(kMoreByBlock);
  const SmTrace first = sms.trace(2);
  sms.trace(0);
  const SmTrace again = sms.trace(2);
  EXPECT_EQ(again.counts, first.counts);
  EXPECT_EQ(again.facts.requests, first.facts.requests);
  EXPECT_EQ(again.facts.lane_accesses, first.facts.lane_accesses);
  EXPECT_EQ(first.facts.lanes(Space::global, AccessKind::load), 32u * (3 + 7));
}

TEST_F(SmTraceTest, BlocksThatAreThereTogetherShareTheL1) {
  const char* stream = R"(
__global__ void f(int* a) {
  int sum = 0;
  for (int i = 0; i < 800; ++i) sum += a[i * 32 + threadIdx.x];
  if (sum == -1) *a = sum;
})";
  const std::uint64_t one_by_one = tracer(stream).trace(0).counts.l1_read_sectors;
  EXPECT_EQ(one_by_one, 3 * 3200u);
  setup_.resident_blocks = 3;
  EXPECT_LT(tracer(stream).trace(0).counts.l1_read_sectors, one_by_one);
}

TEST_F(SmTraceTest, InstructionsAreThoseOfAllItsWarps) {
  const SmTrace trace = trace_as(Assembler().compute(5).load().store().exit());
  EXPECT_EQ(trace.instructions, 3 * 2 * 8);
  EXPECT_EQ(trace.no_instructions, "");
  EXPECT_FALSE(trace.silent_loop);
}

TEST_F(SmTraceTest, ALoopWithoutAccessesIsTold) {
  const SmTrace trace = trace_as(Assembler().load().compute(2).branch_if(1).store().exit());
  EXPECT_EQ(trace.instructions, 3 * 2 * 6);
  EXPECT_TRUE(trace.silent_loop);
}

TEST_F(SmTraceTest, InstructionsArePerformedShufflesIncluded) {
  constexpr const char* kSum = R"(
__global__ void f(int* a) {
  int sum = a[threadIdx.x];
#pragma unroll 1
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  a[4096 + threadIdx.x] = sum;
})";
  const KernelCode code = {Assembler().load().shuffle().compute(3).branch_if(1).store().exit().code()};
  setup_.code = &code;
  const SmTrace trace = tracer(kSum).trace(0);
  EXPECT_EQ(trace.instructions, 3 * (1 + 5 * 5 + 2));
  EXPECT_FALSE(trace.only_global);
}

TEST_F(SmTraceTest, InstructionsThatFitNoMoreThanGlobalMemoryAreTold) {
  const SmTrace trace = trace_as(Assembler().load().shuffle().store().exit());
  EXPECT_EQ(trace.instructions, 3 * 2 * 4);
  EXPECT_TRUE(trace.only_global);
}

TEST_F(SmTraceTest, InstructionsAreAbsentWithAReason) {
  const SmTrace unknown = tracer(kCopy).trace(0);
  EXPECT_EQ(unknown.instructions, std::nullopt);
  EXPECT_EQ(unknown.no_instructions, "no machine code");
  EXPECT_GT(loads_in(unknown), 0u);

  const SmTrace endless = trace_as(Assembler().indirect_branch());
  EXPECT_EQ(endless.instructions, std::nullopt);
  EXPECT_NE(endless.no_instructions, "");

  const SmTrace other = trace_as(Assembler().store().exit());
  EXPECT_EQ(other.instructions, std::nullopt);
  EXPECT_THAT(
      other.no_instructions,
      StartsWith("no path through the machine code matches what a lane did on the CPU: 4 bytes of global loads"));
  EXPECT_EQ(loads_in(other), 6u) << "the rest is counted all the same";
}

}  // namespace
}  // namespace warpledger
