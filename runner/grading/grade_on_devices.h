#pragma once

#include <vector>

#include "grading/class_progress.h"
#include "grading/submission_grader.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Grades submissions on the devices of `setup` at once: their checked grids several at once on each, in `jobs` threads
/// of all devices; then, where none is being checked any more, one after another what needs the device for itself, the
/// reference's times included. A submission stays on the device that checked it, unless another one is idle. Where a
/// device fails, the others go on with what was under way there, from its beginning. False when the user stopped it or
/// a submission is left that devices failed with. Throws why the last device failed, and what is the class's own fault.
bool grade_on_devices(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                      ClassProgress& progress);

}  // namespace warpledger
