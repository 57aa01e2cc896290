#include "store/noise_floor.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include "base/sql_text.h"
#include "model/table.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/run_rows.h"

namespace warpledger {

void write_noise_floor(const std::string& path, const std::string& schema_folder, const NoiseFloor& noise) {
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    SQLite::Statement device_of_run(database, "SELECT device FROM run WHERE id = ?");
    device_of_run.bind(1, chosen_run(database, path, noise.run));
    device_of_run.executeStep();
    const std::int64_t device = device_of_run.getColumn(0);
    const std::string measured_utc = utc_now(database);
    const std::int64_t id =
        content_id({std::to_string(device), measured_utc, noise.tool_version, std::to_string(noise.comparisons),
                    std::to_string(noise.false_verdicts), number_text(noise.relative), number_text(noise.offset_ns),
                    number_text(noise.threshold)});
    SQLite::Statement add(database, "INSERT INTO noise_floor VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    execute(add, id, device, measured_utc, noise.tool_version, noise.comparisons, noise.false_verdicts, noise.relative,
            noise.offset_ns, noise.threshold);
  });
}

std::optional<NoiseFloor> noise_floor_of(const LedgerReader& ledger, const std::string& device_uuid,
                                         const std::string& now_utc) {
  const Table rows = ledger.query(fmt::format(
      "SELECT device_name, measured_utc, comparisons, false_verdicts, relative, offset_ns, threshold, tool_version "
      "FROM noise_floors WHERE device_uuid = {} AND measured_utc <= {} ORDER BY measured_utc DESC LIMIT 1",
      quoted_text(device_uuid), quoted_text(now_utc)));
  if (rows.rows.empty()) return std::nullopt;
  const std::vector<Cell>& row = rows.rows.front();
  return NoiseFloor{.run = "",
                    .tool_version = text_in(row[7]),
                    .device_name = text_in(row[0]),
                    .measured_utc = text_in(row[1]),
                    .comparisons = whole_in(row[2]),
                    .false_verdicts = whole_in(row[3]),
                    .relative = number_in(row[4]).value(),
                    .offset_ns = number_in(row[5]).value(),
                    .threshold = number_in(row[6]).value()};
}

}  // namespace warpledger
