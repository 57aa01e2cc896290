#include "grading/score/flags.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kL2_bytes = 32 << 20;

/// Points on a GPU with 128 x 128 FP32 units at 2.52 GHz (41288 G FMA/s), 1008 GB/s of device memory and 32 MiB of L2.
class TimeFlags : public LedgerTest {
 protected:
  struct Timed {
    double bytes = 0, fmas = 0, time_ns = 0;
    Cache cache = Cache::cold;
  };

  static RunInfo info() {
    RunInfo made = run_info();
    made.device.facts["l2_bytes"] = kL2_bytes;
    return made;
  }

  std::string write(const std::vector<Timed>& points, RunInfo run = info()) const {
    LedgerWriter writer(path(), kSchema);
    run.planned_points = static_cast<std::int64_t>(points.size());
    std::string uuid = writer.begin_run(run);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto ordinal = static_cast<std::int64_t>(i);
      Job point = job(ordinal);
      point.identity = "norm_group n=" + std::to_string(i);
      point.measure.cache = points[i].cache;
      point.quantities = {{Quantity::Kind::work, "ideal_read_bytes", points[i].bytes},
                          {Quantity::Kind::work, "ideal_write_bytes", 0},
                          {Quantity::Kind::work, "fmas", points[i].fmas}};
      Result ended = result(ordinal);
      ended.timing = Timing{{{points[i].time_ns, {}}}, "cuda event", "max_relative_error"};
      writer.record(point, ended);
    }
    writer.end_run("finished", "");
    return uuid;
  }

  std::vector<std::string> flags(const std::string& run_uuid) const {
    const auto flag = time_flag(LedgerReader(path(), kSchema), {run_uuid}, false);
    return flag ? std::vector{flag_text(*flag)} : std::vector<std::string>();
  }
};

TEST_F(TimeFlags, NameThePointThatIsFurthestBelowTheFloor) {
  const std::string run =
      write({{1.008e9, 0, 0.9e6}, {1.008e9, 0, 0.5e6}, {1.008e9, 0, 1.1e6}, {0, 16 * 4.1288e9, 8e4}});
  EXPECT_THAT(flags(run), ElementsAre("norm_group n=1: faster than the device allows: the median is 500.00 us; the "
                                      "minimum for the device memory alone is 999.90 us, and 2 more measurements"));
}

TEST_F(TimeFlags, AreNoneWhereTheDeviceCanBeSoFast) {
  EXPECT_THAT(flags(write({{1.008e9, 4.1288e9, 1.01e6}, {0, 0, 1}})), IsEmpty());
}

TEST_F(TimeFlags, CountMultiplyAdds) {
  EXPECT_THAT(flags(write({{0, 16 * 4.1288e9, 5e4}})),
              ElementsAre("norm_group n=0: faster than the device allows: the median is 50.00 us; the minimum for "
                          "the arithmetic units alone is 100.00 us"));
}

TEST_F(TimeFlags, LetAWarmCacheSpareWhatItHolds) {
  const double held = kL2_bytes;
  EXPECT_THAT(flags(write({{held, 0, 1e3, Cache::warm}})), IsEmpty());
  EXPECT_THAT(flags(write({{held, 0, 1e3, Cache::cold}})), testing::SizeIs(1));
  EXPECT_THAT(flags(write({{held + 1.008e9, 0, 0.9e6, Cache::warm}})), testing::SizeIs(1));
}

TEST_F(TimeFlags, OfBytesNameThePointThatWroteLeastOfItsOutputs) {
  LedgerWriter writer(path(), kSchema);
  RunInfo run = info();
  run.planned_points = 3;
  const std::string uuid = writer.begin_run(run);
  for (const std::int64_t ordinal : {0, 1, 2}) {
    Job point = job(ordinal);
    point.identity = "norm_group n=" + std::to_string(ordinal);
    point.quantities = {{Quantity::Kind::work, "ideal_write_bytes", 1000}};
    Result ended = result(ordinal);
    ended.metrics = {
        {"l2_write_bytes", std::array{990.0, 30.0, 970.0}.at(static_cast<std::size_t>(ordinal)), "byte", "cupti", ""}};
    writer.record(point, ended);
  }
  writer.end_run("finished", "");
  const auto flag = bytes_flag(LedgerReader(path(), kSchema), {uuid});
  ASSERT_TRUE(flag);
  EXPECT_EQ(
      flag_text(*flag),
      "norm_group n=1: 3 % of the bytes that the outputs have were written, atomics aside, and less than all at 1 "
      "more point");
}

TEST_F(TimeFlags, LookAtTheRunsThatAreAskedForAndAtNoHost) {
  write({{1.008e9, 0, 1e3}});
  EXPECT_THAT(flags(write({{1.008e9, 0, 1.1e6}})), IsEmpty());
  EXPECT_THAT(flags(write({{1.008e9, 0, 1e3}}, host_info())), IsEmpty());
}

}  // namespace
}  // namespace warpledger
