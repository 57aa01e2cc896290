#include "compare/run_environments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/table.h"

namespace warpledger {

std::map<std::int64_t, Environment> environments_of(const LedgerReader& ledger, const std::set<std::int64_t>& runs) {
  std::map<std::int64_t, Environment> environments;
  const Table rows =
      ledger.query(fmt::format("SELECT run, name, value FROM environments WHERE run IN ({0}) AND name NOT IN "
                               // Slurm's ids differ for each job.
                               "('slurm_job', 'slurm_array_job', 'slurm_task', 'slurm_restarts') UNION ALL "
                               "SELECT run, 'warpledger', tool_version FROM runs WHERE run IN ({0})",
                               fmt::join(runs, ",")));
  for (const std::vector<Cell>& row : rows.rows) environments[whole_in(row[0])][text_in(row[1])] = text_in(row[2]);
  return environments;
}

std::vector<std::string> differences(const Environment& before, const Environment& after) {
  Environment names = before;
  names.insert(after.begin(), after.end());
  const auto value = [](const Environment& environment, const std::string& name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string("absent") : found->second;
  };
  std::vector<std::string> texts;
  for (const auto& [name, any] : names) {
    const std::string old_value = value(before, name), new_value = value(after, name);
    if (old_value != new_value) texts.push_back(fmt::format("{} {} -> {}", name, old_value, new_value));
  }
  return texts;
}

}  // namespace warpledger
