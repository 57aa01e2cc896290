#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grading/score/flags.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Flags submissions whose sources, ignoring comments and white space, equal another's, the reference's or, for all
/// kernels, the starter's. `runs` has a run's UUID per submission.
///
/// Kernels equal to the starter's are unsolved, and those of Grading::common are counted in the notes: neither are
/// copies.
ClassFlags source_flags(const LedgerReader& ledger, const Experiment& experiment,
                        const std::map<std::string, std::string>& runs);

/// Throws Error if the family has a starter that cannot be read.
void check_starter(const Experiment& experiment);

/// Returns a C++ text without comments and white space, for comparison only.
std::string bare_source(std::string_view text);

}  // namespace warpledger
