#pragma once

#include <string>
#include <vector>

#include "model/program.h"
#include "store/reader.h"

namespace warpledger {

/// Returns experiment, family, sources and list of metrics, sorted by name. Names are relative to a data root
/// ("kernels/norm/norm_base.cu") or to the submission ("submission/norm_base.cu"). `run` is a UUID.
std::vector<SourceFile> files_of_run(const LedgerReader& ledger, const std::string& run);

/// Writes to `folder`, which is empty or created. Throws Error, before writing, for a name that leaves the folder or
/// appears twice: the ledger may be foreign.
void write_files(const std::vector<SourceFile>& files, const std::string& folder);

/// Returns `diff -u`, sorted by name; empty if nothing changed. A missing file is /dev/null.
std::string changes_of_files(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after);

/// Returns the UUID of the previous run of the same experiment and submission; may be empty.
std::string run_before(const LedgerReader& ledger, const std::string& run);

}  // namespace warpledger
