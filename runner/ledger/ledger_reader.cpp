#include "ledger/ledger_reader.h"

#include "base/error.h"
#include "spec/library.h"
#include "spec/metrics.h"

namespace warpledger {

namespace {

std::vector<std::string> metric_names(const Library& library) {
  std::vector<std::string> names;
  for (const MetricGroup& group : load_metric_groups(library))
    for (const MetricRequest& metric : group.metrics) names.push_back(metric.name);
  return names;
}

}  // namespace

LedgerReader open_ledger(const std::string& path, const Library& library) {
  return LedgerReader(path, schema_folder(library.roots()));
}

LedgerReader open_empty_ledger(const Library& library) {
  return LedgerReader::of_empty_ledger(schema_folder(library.roots()));
}

ResultNames result_names(const Library& library) {
  std::vector<std::string> metrics;
  try {
    metrics = metric_names(library);
  } catch (const Error&) {
    metrics.clear();  // an experiment with metrics reports the error
  }
  std::vector<std::string> names = open_empty_ledger(library).query("SELECT * FROM points LIMIT 0").columns;
  names.insert(names.end(), metrics.begin(), metrics.end());
  return ResultNames(names);
}

}  // namespace warpledger
