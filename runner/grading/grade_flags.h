#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/evidence.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// For each submission of `runs` what a person must look at before it is ranked (SubmissionEvidence::flags): a source
/// that is another's (source_flags), else machine code that is (code_flags), and times below what the device can
/// do (time_flags). Empty when there is nothing, or when an adjustment of 0 points was written after the last of its
/// runs: then a person has looked. `experiment` has the family's own kernels.
std::map<std::string, std::vector<std::string>> read_flags(const LedgerReader& ledger, const Experiment& experiment,
                                                           const std::map<std::string, GradedRuns>& runs);

/// A sentence when points of runs, given by UUID, took less time than the device needs for their bytes and
/// multiply-adds (speed_of_light), with the point that is furthest below; else none. Points of a host, whose times say
/// nothing of a GPU, and of devices that say too little have no floor.
std::vector<std::string> time_flags(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

/// Whose machine code is that of another submission at every instance of `kernels` that is long enough to tell, in
/// sentences, though their sources may differ. `runs` has a run's UUID for each submission. Where the ledger has no
/// machine_code_id (a host, an architecture that is not known) nothing is said.
std::map<std::string, std::vector<std::string>> code_flags(const LedgerReader& ledger,
                                                           const std::vector<std::string>& kernels,
                                                           const std::map<std::string, std::string>& runs);

}  // namespace warpledger
