#include "exec/placement.h"

#include <gtest/gtest.h>

#include <set>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

/// A device with three places; it notes where outputs were written.
struct Device3 {
  Device3() {
    backend.places = 3;
    backend.kernels["good"] = [this, good = backend.kernels["good"]](const ScriptedCall& call) {
      good(call);
      outputs.insert(call.pointer<float>(0));
    };
  }
  ScriptedBackend backend = fixture::doubling_backend();
  std::set<float*> outputs;
};

TEST(Placement, TakesTheFastestPlaceAndTellsTheSpread) {
  Device3 device;
  // Five samples a place: the second place is the fastest.
  device.backend.times_ns = {300, 300, 300, 300, 300, 100, 100, 100, 100, 100, 200, 200, 200, 200, 200};
  PointContext context(device.backend);
  const Job job = fixture::doubling_job("good");
  const Placement placement = fastest_placement(job, prepare(job, device.backend, context.workspace), context);
  ASSERT_TRUE(placement.spread);
  EXPECT_EQ(placement.spread->value, 3);
  EXPECT_EQ(device.outputs.size(), 3u);
  const Prepared second = prepare(job, device.backend, context.workspace, 1);
  EXPECT_EQ(placement.prepared.buffers[1]->data().memory, second.buffers[1]->data().memory);
}

TEST(Placement, AnInputHasItsContentAtEveryPlace) {
  Device3 device;
  PointContext context(device.backend);
  const Job job = fixture::doubling_job("good");
  for (int place = 0; place < 3; ++place) {
    const Prepared prepared = prepare(job, device.backend, context.workspace, place);
    std::vector<std::byte> content(prepared.buffers[0]->bytes());
    prepared.buffers[0]->read(content);
    EXPECT_EQ(content, prepared.contents[0]->host) << place;
  }
}

TEST(Placement, TriesOnePlaceOnlyWhereTheDeviceSaysThatPlacesDoNotMatter) {
  Device3 device;
  device.backend.places = 1;
  PointContext context(device.backend);
  const Job job = fixture::doubling_job("good");
  EXPECT_FALSE(fastest_placement(job, prepare(job, device.backend, context.workspace), context).spread);
}

TEST(Placement, DoesNotRepeatALongLaunchAtEveryPlace) {
  Device3 device;
  device.backend.times_ns = {5e6};
  PointContext context(device.backend);
  const Job job = fixture::doubling_job("good");
  EXPECT_FALSE(fastest_placement(job, prepare(job, device.backend, context.workspace), context).spread);
  EXPECT_EQ(device.outputs.size(), 1u);
}

TEST(Placement, DoesNotTryPlacesForBuffersBeyondTheL2Cache) {
  Device3 device;
  PointContext context(device.backend);
  Job job = fixture::doubling_job("good");
  for (BufferSpec& buffer : job.buffers) buffer.count = 1 << 20;
  EXPECT_FALSE(fastest_placement(job, prepare(job, device.backend, context.workspace), context).spread);
}

}  // namespace
}  // namespace warpledger
