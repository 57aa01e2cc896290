#pragma once

#include <optional>
#include <string>

#include "ledger/foreign_results.h"

namespace warpledger {

struct ForeignImport {
  std::string file;
  std::optional<ForeignFormat> format;  ///< none: known from the content
  std::string device;                   ///< name of what was measured; empty: as the file says
};

/// What a file became.
struct ImportedRun {
  std::string uuid;
  std::string tool;
  std::size_t points = 0;
  std::size_t timed_points = 0;  ///< that have samples
};

/// Adds the results of another tool as a finished run of the experiment "TOOL:FILE" to `ledger`, which is made if need
/// be: all of the file, or nothing. The run's settings hold {"foreign": {"tool", "file", "sha256"}}. Throws Error as
/// read_foreign_results() does, and when the same file was imported before.
ImportedRun import_foreign_results(const std::string& ledger, const ForeignImport& request,
                                   const std::string& schema_folder);

}  // namespace warpledger
