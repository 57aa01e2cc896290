#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "ledger/import_text.h"

namespace warpledger {

struct ImportRequest {
  std::string file;                    ///< "-": standard input
  std::string experiment;              ///< empty: TOOL:FILE, or TOOL if the tool's file is unknown
  std::string started_utc;             ///< from start_of_run(); empty: the file's value, or now
  bool started_when_modified = false;  ///< use the modification time of the tool's file instead
  Repeats repeats = Repeats::points;
};

/// A device's results in the ledger.
struct ImportedRun {
  std::string uuid;
  std::string tool;
  std::string device;  ///< its name
  std::size_t points = 0;
  std::size_t timed_points = 0;  ///< points with samples
};

struct Imported {
  std::vector<ImportedRun> runs;
  std::vector<Error> rejected;  ///< lines not stored; a run imported before is reported at its device line
};

/// Adds another tool's results to `ledger`, which is created if it does not exist. Each device's results become a
/// finished run, complete or not at all. A run's settings hold {"foreign": {"tool", "file", "sha256"}}. Throws Error,
/// without changing `ledger`, if nothing can be stored.
Imported import_results(const std::string& ledger, const ImportRequest& request, const std::string& schema_folder);

}  // namespace warpledger
