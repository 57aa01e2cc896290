#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "ledger/import_text.h"

namespace warpledger {

struct ImportRequest {
  std::string file;                    ///< "-": standard input
  std::string experiment;              ///< empty: TOOL:FILE, or TOOL if the tool's file is unknown
  std::string started_utc;             ///< from start_of_run(); empty: the file's, or now
  bool started_when_modified = false;  ///< use the file's modification time
  Repeats repeats = Repeats::points;
};

struct ImportedRun {
  std::string uuid;
  std::string tool;
  std::string device;
  std::size_t points = 0;
  std::size_t timed_points = 0;  ///< with samples
};

struct Imported {
  std::vector<ImportedRun> runs;
  std::vector<Error> rejected;  ///< lines that are not stored
};

/// Adds another tool's results; creates `ledger` if necessary. Each device's results become one finished run with
/// settings {"foreign": {"tool", "file", "sha256"}}. Throws Error, without changing `ledger`, if nothing can be stored.
Imported import_results(const std::string& ledger, const ImportRequest& request, const std::string& schema_folder);

}  // namespace warpledger
