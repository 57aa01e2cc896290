#pragma once

#include <string>
#include <vector>

#include "model/program.h"
#include "store/reader.h"

namespace warpledger {

/// Returns the files of a run in the ledger, sorted by name: experiment, family, sources and list of metrics. Names are
/// relative to a data root ("kernels/norm/norm_base.cu"), except a submission's ("submission/norm_base.cu"). `run` is a
/// UUID.
std::vector<SourceFile> files_of_run(const LedgerReader& ledger, const std::string& run);

/// Writes files into `folder`, which must be empty or is created. The ledger may be foreign: throws Error, before
/// writing, for a name that leaves the folder or appears twice.
void write_files(const std::vector<SourceFile>& files, const std::string& folder);

/// Returns changes as `diff -u` prints them, in the order of file names; empty if nothing changed. A file on only one
/// side is /dev/null on the other.
std::string changes_of_files(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after);

/// Returns the UUID of the previous run of the same experiment and submission; empty if there is none.
std::string run_before(const LedgerReader& ledger, const std::string& run);

}  // namespace warpledger
