#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "exec/job_fixture.h"
#include "exec/time_point.h"

namespace warpledger {
namespace {

using testing::UnorderedElementsAre;

/// A device with three placements that counts launches by output buffer.
struct ThreePlaces {
  ThreePlaces() {
    backend.place_count = 3;
    backend.kernels["good"] = [this, good = backend.kernels["good"]](const ScriptedCall& call) {
      good(call);
      ++launches[call.pointer<float>(0)];
    };
  }

  BufferPlacements places(const Job& job) {
    return BufferPlacements(job, prepare(job, backend, context.workspace), context);
  }

  std::vector<int> counts() const {
    std::vector<int> list;
    for (const auto& [output, count] : launches) list.push_back(count);
    return list;
  }

  ScriptedBackend backend = fixture::doubling_backend();
  PointContext context{backend};
  std::map<float*, int> launches;
};

TEST(BufferPlacements, SpreadSamplesEvenlyAndGoOnWhereTheyEnded) {
  ThreePlaces device;
  const Job job = fixture::doubling_job("good");
  BufferPlacements places = device.places(job);
  EXPECT_EQ(places.take(1).size(), 1u);
  EXPECT_EQ(places.take(10).size(), 10u);
  EXPECT_THAT(device.counts(), UnorderedElementsAre(4, 4, 3));
}

TEST(BufferPlacements, AnInputHasItsContentAtEachOfThem) {
  ThreePlaces device;
  const Job job = fixture::doubling_job("good");
  BufferPlacements places = device.places(job);
  ASSERT_EQ(places.all().size(), 3u);
  for (const Prepared& place : places.all()) {
    std::vector<std::byte> content(place.buffers[0]->bytes());
    place.buffers[0]->read(content);
    EXPECT_EQ(content, *place.contents[0]->host);
  }
}

TEST(BufferPlacements, AreOneWhenTheBuffersExceedTheL2Cache) {
  ThreePlaces device;
  Job job = fixture::doubling_job("good");
  for (BufferSpec& buffer : job.buffers) buffer.count = 1 << 20;
  EXPECT_EQ(device.places(job).all().size(), 1u);
}

TEST(BufferPlacements, AreSharedByNeighbouringPoints) {
  ThreePlaces device;
  measure_point(fixture::doubling_job("good"), device.context);
  measure_point(fixture::doubling_job("good"), device.context);
  EXPECT_EQ(device.launches.size(), 3u);
}

}  // namespace
}  // namespace warpledger
