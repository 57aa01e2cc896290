#pragma once

#include <string>
#include <vector>

#include "run/open_experiment.h"
#include "run/record_run.h"
#include "store/reader.h"
#include "store/run_info.h"

namespace warpledger {

/// A run with all that measuring it again needs, by what its ledger keeps: the same experiment, family, sources,
/// submission, settings and seed. Where the working tree stands does not matter.
struct RunToRepeat {
  StoredRun stored;
  std::string submission;  ///< its name; empty: none
  std::vector<SourceFile> files;

  std::string name() const { return stored.uuid.substr(0, 8); }
};

/// `run` is a selection as `compare` takes it: "latest~1", the start of a UUID.
RunToRepeat read_run_to_repeat(const std::string& ledger, const std::string& run);
/// The same of a run by its UUID, in an open ledger.
RunToRepeat read_run_to_repeat(const LedgerReader& ledger, const std::string& uuid);

/// Writes the run's files to `folder`, which is made or empty, and gives the options that measure it again from there;
/// what the user names, as the device, is taken from `given`; else it is the run's GPU, found by its UUID, or whichever
/// has its number now. On a host the kernels are taken for untrusted code, since
/// a ledger may come from somebody else. Throws Error for a run of a grading, which does not stand alone, and for one
/// whose files the ledger does not have.
RunOptions options_to_repeat(const RunToRepeat& run, const std::string& folder, RunOptions given);

/// Writes all that planning the run needs to `folder`, which is made or empty: its experiment, families and sources,
/// and the data files that still are as they were. Returns the experiment's path. Throws Error where the ledger lacks a
/// family, or a data file has changed.
std::string write_run(const RunToRepeat& run, const std::string& folder);

/// Throws Error for a library program among the kernels that `stored`, read from a ledger, chooses, unless `installed`
/// has the same family and program: a ledger may come from somebody else, and a library program is host code.
void refuse_host_code(const Experiment& stored, const Library& installed);

}  // namespace warpledger
