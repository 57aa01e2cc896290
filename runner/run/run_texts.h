#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/job.h"
#include "spec/experiment.h"

namespace warpledger {

/// The ledger keeps the digest of a data file, not its content, under the file's name with this behind it.
inline constexpr std::string_view kDigestSuffix = ".sha256";

/// The text that says how outputs are compared, where it is not element by element with a reference.
inline constexpr const char* kComparisonsText = "how outputs are compared";

/// The text that says what inputs hold at first, in words.
inline constexpr const char* kInputsText = "how inputs are filled";

/// The text that says how launches are timed together, where they are not just one after the other.
inline constexpr const char* kLaunchesText = "how launches are timed";

/// Every text besides the experiment's own that its plan is made of: the families, the sources of the chosen kernels
/// and of the references, the digests of the data files that were read for it, the list of metrics. Their names do not
/// say where the library or a submission lies: "kernels/norm/family.yaml", "submission/norm_group.cu".
std::vector<SourceFile> texts_of(const Experiment& experiment);

/// How a text changed: the first lines that differ, then and now, with their numbers. Each line of the answer is
/// indented by two blanks, without a final newline. Empty when nothing did.
std::string difference(const std::string& then, const std::string& now);

}  // namespace warpledger
