#pragma once

#include <string>
#include <vector>

#include "run/open_experiment.h"
#include "run/record_run.h"
#include "store/reader.h"
#include "store/run_info.h"

namespace warpledger {

/// Everything that measuring a run again needs, from its ledger; independent of the working tree.
struct RunToRepeat {
  StoredRun stored;
  std::string submission;  ///< empty: none
  std::vector<SourceFile> files;

  std::string name() const { return stored.uuid.substr(0, 8); }
};

/// Reads a run, selected as for `compare`.
RunToRepeat read_run_to_repeat(const std::string& ledger, const std::string& run);
RunToRepeat read_run_to_repeat(const LedgerReader& ledger, const std::string& uuid);

/// Writes the run's files to `folder`, which is empty or created, and returns the options that measure it from there.
/// The default device is the run's GPU, by UUID or else by number. Host kernels are untrusted: the ledger may be
/// foreign. Throws Error for a run of a grading and if files are missing in the ledger.
RunOptions options_to_repeat(const RunToRepeat& run, const std::string& folder, RunOptions given);

/// Writes the experiment, families, sources and unchanged data files to `folder`, which is empty or created. Returns
/// the experiment's path. Throws Error if a family is missing or a data file has changed.
std::string write_run(const RunToRepeat& run, const std::string& folder);

/// Throws Error for a library program in `stored`, which may come from a foreign ledger, unless `installed` has the
/// same family and program: it is host code.
void refuse_host_code(const Experiment& stored, const Library& installed);

}  // namespace warpledger
