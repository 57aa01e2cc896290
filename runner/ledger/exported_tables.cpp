#include "ledger/exported_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"

namespace warpledger {
namespace {

/// The columns of `from`, a FROM clause with its WHERE, that have a value in any row; those of `always` too.
std::string columns_with_values(const LedgerReader& ledger, const std::string& from,
                                const std::vector<std::string>& always) {
  const std::vector<std::string> all = ledger.query(fmt::format("SELECT * {} LIMIT 0", from)).columns;
  std::vector<std::string> counts;
  for (const std::string& column : all) counts.push_back(fmt::format("count({})", quoted_name(column)));
  const std::vector<Cell> counted = ledger.query(fmt::format("SELECT {} {}", join(counts), from)).rows.front();
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (whole_in(counted[i]) > 0 || std::ranges::count(always, all[i]) > 0) columns.push_back(quoted_name(all[i]));
  return join(columns);
}

}  // namespace

std::vector<std::string> runs_to_export(LedgerReader& ledger, const std::string& run, const std::string& experiment) {
  const bool several = run == kAllRuns || (run.empty() && !experiment.empty());
  if (several && !experiment.empty() && run == kAllRuns)
    throw Error("'all' and --experiment are both given", "leave one of them out");
  if (!several && !experiment.empty()) throw Error("a run and --experiment are both given", "leave one of them out");
  if (!several) ledger.select_run(run.empty() ? "latest" : run);
  const std::string of_experiment =
      experiment.empty() ? "" : fmt::format(" AND experiment = {}", quoted_text(experiment));
  const Table found = ledger.query(
      several
          ? fmt::format("SELECT run_uuid FROM runs WHERE NOT forgotten{} ORDER BY started_utc, run_uuid", of_experiment)
          : "SELECT run_uuid FROM run_info");
  if (found.rows.empty())
    throw Error(experiment.empty() ? "this ledger has no run" : fmt::format("there is no run of '{}'", experiment),
                "`warpledger list` shows the runs");
  std::vector<std::string> runs;
  for (const std::vector<Cell>& row : found.rows) runs.push_back(std::get<std::string>(row.front()));
  return runs;
}

std::vector<ExportedTable> exported_tables(const LedgerReader& ledger, const std::vector<std::string>& runs) {
  const std::string uuids = quoted_list(runs);
  const std::string ids = fmt::format("run IN (SELECT run FROM runs WHERE run_uuid IN {})", uuids);
  const std::string points = fmt::format("FROM points WHERE {}", ids);
  const std::string order = "ORDER BY run, ordinal";
  return {
      {"runs", fmt::format("SELECT * FROM runs WHERE run_uuid IN {} ORDER BY started_utc, run_uuid", uuids)},
      {"points", fmt::format("SELECT {} {} {}", columns_with_values(ledger, points, {"run", "ordinal", "reason"}),
                             points, order)},
      {"samples",
       fmt::format("SELECT run, ordinal, sample, time_ns, sm_clock_mhz FROM samples WHERE {} {}, sample", ids, order)},
      {"metrics", fmt::format("SELECT run, ordinal, name, value, unit, source, reason FROM metrics WHERE {} {}, name",
                              ids, order)},
      {"estimates", fmt::format("SELECT run, ordinal, name, modelled, lower, upper, unit, confidence, because, "
                                "model_version, profile FROM estimates WHERE modelled IS NOT NULL AND {} {}, name",
                                ids, order)},
      {"sources", fmt::format("SELECT run_uuid, kernel, place, name, text FROM sources WHERE run_uuid IN {} "
                              "ORDER BY run_uuid, kernel, place",
                              uuids)},
  };
}

}  // namespace warpledger
