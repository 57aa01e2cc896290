#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grading/score/flags.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// What of each submission's source is another's, ignoring comments and white space: another
/// submission's of the class, the reference solution's, or, where all of its kernels are, the starter's. `runs` has a
/// run's UUID for each submission; `experiment` has the family's own kernels.
///
/// A kernel that is as in the starter is only unsolved, and one that is as in Grading::common is counted in the notes:
/// neither makes two submissions copies of each other.
ClassFlags source_flags(const LedgerReader& ledger, const Experiment& experiment,
                        const std::map<std::string, std::string>& runs);

/// Throws Error when the family of `experiment` has a starter that cannot be read: an empty folder, or one that has no
/// file for the kernels that it names.
void check_starter(const Experiment& experiment);

/// A C++ text without its comments and white space: equal for two texts that differ in nothing else. Literals stay as
/// they are. Made for comparing, not for compiling.
std::string bare_source(std::string_view text);

}  // namespace warpledger
