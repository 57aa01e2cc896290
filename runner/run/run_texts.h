#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/job.h"
#include "spec/experiment.h"

namespace warpledger {

/// Suffix of the entries that hold a data file's digest instead of its content.
inline constexpr std::string_view kDigestSuffix = ".sha256";

/// Text on comparisons other than element by element with a reference.
inline constexpr const char* kComparisonsText = "how outputs are compared";

/// Text on the inputs' first contents.
inline constexpr const char* kInputsText = "how inputs are filled";

/// Text on launches that are timed other than one by one.
inline constexpr const char* kLaunchesText = "how launches are timed";

/// The texts that a plan depends on, except the experiment's: families, sources of chosen kernels and references,
/// digests of data files, the list of metrics. Names are independent of locations: "kernels/norm/family.yaml",
/// "submission/norm_group.cu".
std::vector<SourceFile> texts_of(const Experiment& experiment);

/// First lines that differ, with numbers, indented by two spaces and without a final newline. Empty if nothing changed.
std::string difference(const std::string& then, const std::string& now);

}  // namespace warpledger
