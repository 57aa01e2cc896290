#include "command/device_noise.h"

#include <fmt/format.h>

#include "command/cell_value.h"
#include "store/quoted.h"

namespace warpledger {

std::optional<NoiseFloor> noise_floor_of(const LedgerReader& ledger, const std::string& device_uuid) {
  const Table rows = ledger.query(fmt::format(
      "SELECT device_name, measured_utc, comparisons, false_verdicts, relative, offset_ns, threshold FROM noise_floors "
      "WHERE device_uuid = {} ORDER BY measured_utc DESC LIMIT 1",
      quoted_text(device_uuid)));
  if (rows.rows.empty()) return std::nullopt;
  const std::vector<Cell>& row = rows.rows.front();
  return NoiseFloor{text_in(row[0]),
                    text_in(row[1]),
                    whole_in(row[2]),
                    whole_in(row[3]),
                    {number_in(row[4]).value(), number_in(row[5]).value()},
                    number_in(row[6]).value()};
}

}  // namespace warpledger
