#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grading/score/flags.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Flags submissions whose source, ignoring comments and white space, equals another submission's, the reference's or,
/// for all its kernels, the starter's. `runs` has a run's UUID per submission; `experiment` has the family's kernels.
///
/// Kernels equal to the starter's are unsolved, and those in Grading::common are counted in the notes; neither makes
/// two submissions copies.
ClassFlags source_flags(const LedgerReader& ledger, const Experiment& experiment,
                        const std::map<std::string, std::string>& runs);

/// Throws Error if the family's starter cannot be read: an empty folder, or no file for a kernel that it names.
void check_starter(const Experiment& experiment);

/// Returns a C++ text without comments and white space, for comparison only. Literals stay.
std::string bare_source(std::string_view text);

}  // namespace warpledger
