#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "spec/experiment.h"

namespace warpledger {

/// Every text besides the experiment's own that its plan is made of: the family, the sources of the chosen kernels and
/// of the reference, the list of metrics. Their names do not say where the library or a submission lies:
/// "kernels/norm/family.yaml", "submission/norm_group.cu".
std::vector<SourceFile> texts_of(const Experiment& experiment);

/// How a text changed: the first lines that differ, then and now, with their numbers. Each line of the answer is
/// indented by two blanks, without a final newline. Empty when nothing did.
std::string difference(const std::string& then, const std::string& now);

}  // namespace warpledger
