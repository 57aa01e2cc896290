#include "calibrate/counted_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/error.h"
#include "ledger/ledger_reader.h"
#include "store/ledger_file.h"
#include "store/writer.h"

namespace warpledger {
namespace {

constexpr const char* kCounted =
    "SELECT ordinal, name, value FROM metric "
    "WHERE run = (SELECT run FROM selected_run) AND source = 'cupti' AND value IS NOT NULL";

Measured measured_by(const std::string& ledger, const StoredRun& run, const Library& library) {
  LedgerReader reader = open_ledger(ledger, library);
  reader.select_run(run.uuid);
  Measured measured;
  for (const std::vector<Cell>& row : reader.query(kCounted).rows)
    measured[{std::get<std::int64_t>(row[0]), std::get<std::string>(row[1])}] = std::get<double>(row[2]);
  return measured;
}

/// The run, read by a writer that is closed again: a reader of the same process may then open the ledger.
StoredRun stored_run(const std::string& ledger, const std::string& run, const Paths& paths) {
  schema_version_of_ledger(ledger);
  return LedgerWriter(ledger, schema_folder(paths.roots)).claim_run(run);
}

}  // namespace

CountedRun read_counted_run(const std::string& ledger, const std::string& run, const Paths& paths) {
  const StoredRun stored = stored_run(ledger, run, paths);
  const std::string cure = "name runs that were made on a GPU, with their counters";
  if (stored.device.backend == "host")
    throw Error(fmt::format("run {} was on the host, which counts nothing", stored.uuid.substr(0, 8)), cure);
  CountedRun counted = {plan_again(stored, paths), {}};
  counted.measured = measured_by(ledger, stored, Library(counted.run.roots));
  if (counted.measured.empty())
    throw Error(fmt::format("run {} has no counted number", stored.uuid.substr(0, 8)), cure);
  return counted;
}

std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most) {
  std::vector<Job> sample = jobs;
  // Content keys are SHA-256 sums: their order has nothing to do with the axes of the grid.
  std::sort(sample.begin(), sample.end(), [](const Job& a, const Job& b) { return a.key < b.key; });
  if (sample.size() > most) sample.resize(most);
  std::sort(sample.begin(), sample.end(), [](const Job& a, const Job& b) { return a.ordinal < b.ordinal; });
  return sample;
}

}  // namespace warpledger
