#include "command/ledger_reader.h"

#include "command/surroundings.h"
#include "spec/metrics.h"

namespace warpledger {

LedgerReader open_ledger(const std::string& path, const Library& library) {
  std::vector<std::string> names;
  for (const MetricGroup& group : load_metric_groups(library))
    for (const MetricRequest& metric : group.metrics) names.push_back(metric.name);
  return LedgerReader(path, schema_folder(library.roots()), names);
}

}  // namespace warpledger
