#pragma once

#include <string>
#include <vector>

#include "model/program.h"
#include "store/reader.h"

namespace warpledger {

/// Every file that a run was made of, by what the ledger keeps: its experiment, family, sources and list of metrics,
/// sorted by name. The names are those below a root of data ("kernels/norm/norm_base.cu"), but for a submission's
/// ("submission/norm_base.cu"). `run` is a run's UUID.
std::vector<SourceFile> files_of_run(const LedgerReader& ledger, const std::string& run);

/// Writes files into `folder`, which is made, or is empty. A ledger may come from elsewhere: throws Error before
/// anything is written for a name that leads out of the folder or that two files have.
void write_files(const std::vector<SourceFile>& files, const std::string& folder);

/// How files changed, as `diff -u` prints it, file by file in the order of their names; empty when nothing did. A file
/// that is on one side only is /dev/null on the other.
std::string changes_of_files(const std::vector<SourceFile>& before, const std::vector<SourceFile>& after);

/// The UUID of the newest run of the same experiment and submission that began before `run`; empty when there is none.
std::string run_before(const LedgerReader& ledger, const std::string& run);

}  // namespace warpledger
