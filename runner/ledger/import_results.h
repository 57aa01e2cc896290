#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "ledger/import_text.h"

namespace warpledger {

struct ImportRequest {
  std::string file;                    ///< "-": standard input
  std::string experiment;              ///< empty: TOOL:FILE, or TOOL if the tool's file is unknown
  std::string started_utc;             ///< as start_of_run() returns it; empty: as the file says, or now
  bool started_when_modified = false;  ///< when the tool's file was last modified, instead
  Repeats repeats = Repeats::points;
};

/// A device's results as they are in the ledger.
struct ImportedRun {
  std::string uuid;
  std::string tool;
  std::string device;  ///< its name
  std::size_t points = 0;
  std::size_t timed_points = 0;  ///< that have samples
};

struct Imported {
  std::vector<ImportedRun> runs;
  std::vector<Error> rejected;  ///< lines that are not stored; for a run that was imported before its device line
};

/// Adds results of another tool to `ledger`, which is made if need be: each device's as a finished run, all of it or
/// nothing. A run's settings hold {"foreign": {"tool", "file", "sha256"}}. Throws Error if nothing can be stored;
/// `ledger` stays as it is then.
Imported import_results(const std::string& ledger, const ImportRequest& request, const std::string& schema_folder);

}  // namespace warpledger
