#include "store/campaign_runs.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include "base/sql_text.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/run_rows.h"

namespace warpledger {

std::vector<StoredRun> runs_of_campaigns(const std::string& path, const std::string& schema_folder,
                                         const std::vector<std::string>& campaigns) {
  const LedgerSchema schema(schema_folder);
  require_ledger_file(path);
  return with_ledger_errors(path, [&] {
    return read_ledger(path, [&](ReadConnection& ledger) {
      schema.require_current(path, schema_version_in(ledger.database(), path));
      schema.require_ours(ledger.database(), path);
      SQLite::Statement rows(
          ledger.database(),
          fmt::format("SELECT id FROM run WHERE campaign IN {} ORDER BY started_utc, id", quoted_list(campaigns)));
      std::vector<StoredRun> runs;
      while (rows.executeStep()) runs.push_back(read_stored_run(ledger.database(), rows.getColumn(0).getInt64()));
      return runs;
    });
  });
}

}  // namespace warpledger
