// Untimed launches, pointers to elements and null, constants from buffers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

/// x is doubled into a scratch buffer within the clock, and copied to y after it.
Job job_that_copies_after() {
  Job job = fixture::doubling_job("good");
  job.buffers.push_back({"s", ElementType::f32, fixture::kElements, Role::scratch});
  job.launches[0].arguments = {BufferIndex{2}, BufferIndex{0}};
  job.launches.push_back({"copy", {BufferIndex{1}, BufferIndex{2}}, {1}, {32}});
  job.launches[1].after = true;
  return job;
}

ScriptedBackend backend_that_copies() {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["copy"] = [](const ScriptedCall& call) {
    std::memcpy(call.pointer<float>(0), call.pointer<float>(1), fixture::kElements * sizeof(float));
  };
  return backend;
}

TEST(LaunchAfter, WritesWhatIsCompared) {
  for (const bool untrusted : {false, true}) {
    for (const bool renewed : {false, true}) {
      ScriptedBackend backend = backend_that_copies();
      PointContext context(backend);
      Job job = job_that_copies_after();
      job.untrusted = untrusted;
      job.renewed = renewed;
      EXPECT_EQ(measure_point(job, context).reason, "") << untrusted << renewed;
      job.launches[0].function = "stops_short";
      EXPECT_EQ(measure_point(job, context).outcome, Outcome::incorrect) << untrusted << renewed;
    }
  }
}

TEST(Graph, IsOfTheTimedLaunchesAlone) {
  ScriptedBackend backend = backend_that_copies();
  PointContext context(backend);
  Job job = job_that_copies_after();
  EXPECT_FALSE(prepare(job, backend, context.workspace).work.graph);
  job.graph = true;
  const Prepared prepared = prepare(job, backend, context.workspace);
  EXPECT_TRUE(prepared.work.graph);
  EXPECT_FALSE(prepared.after.graph);
}

TEST(PointerArgument, IsToAnElementOrToNone) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.kernels["halves"] = [](const ScriptedCall& call) {
    EXPECT_EQ(call.pointer<float>(2), nullptr);
    EXPECT_EQ(call.pointer<float>(3) - call.pointer<float>(1), 50);
    for (int i = 0; i < 50; ++i) {
      call.pointer<float>(0)[i] = 2 * call.pointer<float>(1)[i];
      call.pointer<float>(4)[i] = 2 * call.pointer<float>(3)[i];
    }
  };
  backend.kernels["reference"] = [](const ScriptedCall& call) {
    for (int i = 0; i < 50; ++i) {
      call.pointer<double>(0)[i] = 2.0 * call.pointer<float>(1)[i];
      call.pointer<double>(2)[i] = 2.0 * call.pointer<float>(3)[i];
    }
  };
  PointContext context(backend);
  Job job = fixture::doubling_job("halves");
  job.launches[0].arguments = {BufferIndex{1}, BufferIndex{0}, BufferIndex{BufferIndex::kNull}, BufferIndex{0, 50},
                               BufferIndex{1, 50}};
  job.reference.launches[0].arguments = {BufferIndex{1}, BufferIndex{0}, BufferIndex{1, 50}, BufferIndex{0, 50}};
  EXPECT_EQ(measure_point(job, context).reason, "");
}

TEST(ConstantOfABuffer, HasItsFirstContentForEachSeed) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::doubling_job("good");
  job.constants = {{"c_x", {}, 0}};
  Prepared prepared = prepare(job, backend, context.workspace);
  EXPECT_EQ(prepared.work.constants[0].constant.bytes, *prepared.contents[0]->host);
  const auto first = prepared.work.constants[0].constant.bytes;
  job.seed = 2;
  refill(job, prepared, context.workspace);
  EXPECT_NE(prepared.work.constants[0].constant.bytes, first);
  EXPECT_EQ(prepared.work.constants[0].constant.bytes, *prepared.contents[0]->host);
}

TEST(ConstantOfABuffer, IsNotRenewedWithoutIt) {
  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context(backend);
  Job job = fixture::untrusted_job();
  const auto renews_x = [&] {
    const Prepared prepared = prepare(job, backend, context.workspace);
    return std::ranges::count(prepared.renewed, std::size_t{0}) > 0;
  };
  EXPECT_TRUE(renews_x());
  job.constants = {{"c_x", {}, 0}};
  EXPECT_FALSE(renews_x());
}

}  // namespace
}  // namespace warpledger
