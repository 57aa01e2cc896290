#include "store/noise_floor.h"

#include <SQLiteCpp/Statement.h>

#include "store/content_id.h"
#include "store/execute.h"
#include "store/ledger_change.h"
#include "store/run_choice.h"

namespace warpledger {

void write_noise_floor(const std::string& path, const std::string& schema_folder, const NoiseMeasurement& noise) {
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

}  // namespace warpledger
