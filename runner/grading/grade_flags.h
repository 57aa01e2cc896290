#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/read_evidence.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// For each submission of `runs` what a person must look at before it is ranked (SubmissionEvidence::flags): a source
/// that is somebody else's (source_flags), else machine code that is (code_flags), and times below what the device can
/// do (time_flags). Empty when there is nothing, or when an adjustment of 0 points was written after the last of its
/// runs: then a person has looked. `experiment` has the family's own kernels.
std::map<std::string, std::vector<std::string>> read_flags(const LedgerReader& ledger, const Experiment& experiment,
                                                           const std::map<std::string, GradedRuns>& runs);

}  // namespace warpledger
