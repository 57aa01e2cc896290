#include "machine/doctor.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_selection.h"
#include "run/open_experiment.h"
#include "spec/library.h"

namespace warpledger {
namespace {

Finding diagnose_ledger(const std::string& path, const Library& library) {
  if (!std::filesystem::exists(path))
    return {"ledger", true, path + " does not exist yet; the first run creates it", ""};
  try {
    LedgerReader ledger = open_ledger(path, library);
    const std::size_t runs = ledger.runs().size();
    const std::string found = fmt::format("{}: {} run{}", path, runs, runs == 1 ? "" : "s"), now_utc = current_utc();
    const auto later = runs_dated_later(ledger, now_utc);
    if (later.empty()) return {"ledger", true, found, ""};
    return {"ledger", false, fmt::format("{}; {}", found, words_of(later, now_utc)),
            "correct the clock that is wrong; `warpledger ledger forget RUN` hides such a run"};
  } catch (const Error& error) {
    return {"ledger", false, error.problem(), error.hint()};
  }
}

/// A backend that cannot be queried is a finding too.
std::vector<Finding> diagnose_backends(const Paths& paths) {
  WorkerProcess worker = make_worker(paths, paths.roots, "auto");
  try {
    return worker.diagnose();
  } catch (const Error& error) {
    return {{"worker process", false, error.problem(), error.hint()}};
  }
}

}  // namespace

std::vector<Finding> diagnose_machine(const std::string& ledger) {
  const Paths paths = find_paths();
  std::vector<Finding> findings = {{"data folders", true, join(paths.roots), ""}};
  for (Finding& finding : diagnose_backends(paths)) findings.push_back(std::move(finding));
  findings.push_back(diagnose_ledger(ledger, Library(paths.roots)));
  return findings;
}

}  // namespace warpledger
