#include "store/noise_floor.h"

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using NoiseFloors = LedgerTest;

TEST_F(NoiseFloors, KeepWhatComparingIdenticalCodeCameToOnADevice) {
  write_run(0);
  write_noise_floor(path(), kSchema,
                    {.run = "latest",
                     .tool_version = "1.2.3",
                     .device_name = {},
                     .measured_utc = {},
                     .comparisons = 200,
                     .false_verdicts = 1,
                     .relative = 0.004,
                     .offset_ns = 250,
                     .threshold = 0.01});
  EXPECT_THAT(
      LedgerReader(path(), kSchema)
          .query("SELECT device_uuid, tool_version, comparisons, false_verdicts, relative, offset_ns, threshold "
                 "FROM noise_floors")
          .rows,
      testing::ElementsAre(
          std::vector<Cell>{"GPU-1", "1.2.3", std::int64_t{200}, std::int64_t{1}, 0.004, 250.0, 0.01}));
}

}  // namespace
}  // namespace warpledger
