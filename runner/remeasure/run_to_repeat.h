#pragma once

#include <string>
#include <vector>

#include "run/open_experiment.h"
#include "run/record_run.h"
#include "store/reader.h"
#include "store/run_info.h"

namespace warpledger {

/// Everything needed to measure a run again, from its ledger: experiment, family, sources, submission, settings and
/// seed. Independent of the working tree.
struct RunToRepeat {
  StoredRun stored;
  std::string submission;  ///< its name; empty: none
  std::vector<SourceFile> files;

  std::string name() const { return stored.uuid.substr(0, 8); }
};

/// `run` is a selection as for `compare`: "latest~1", the start of a UUID.
RunToRepeat read_run_to_repeat(const std::string& ledger, const std::string& run);
/// Reads a run by its UUID from an open ledger.
RunToRepeat read_run_to_repeat(const LedgerReader& ledger, const std::string& uuid);

/// Writes the run's files to `folder`, which must be empty or is created, and returns the options that measure it again
/// from there. `given` has the user's choices, such as the device; by default it is the run's GPU, found by UUID, or
/// else the GPU that has its number now. On a host, kernels are untrusted, because the ledger may be foreign. Throws
/// Error for a run of a grading, which cannot be repeated separately, and for one whose files are not in the ledger.
RunOptions options_to_repeat(const RunToRepeat& run, const std::string& folder, RunOptions given);

/// Writes the run's experiment, families, sources and unchanged data files to `folder`, which must be empty or is
/// created, and returns the experiment's path. Throws Error if the ledger lacks a family, or if a data file has
/// changed.
std::string write_run(const RunToRepeat& run, const std::string& folder);

/// Throws Error for a library program among the kernels of `stored`, read from a ledger, unless `installed` has the
/// same family and program. The ledger may be foreign, and a library program is host code.
void refuse_host_code(const Experiment& stored, const Library& installed);

}  // namespace warpledger
