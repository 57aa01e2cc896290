#pragma once

#include <span>
#include <vector>

#include "grading/measure/class_progress.h"
#include "grading/measure/grading_session.h"
#include "grading/measure/submission_grader.h"
#include "model/device.h"
#include "spec/experiment.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Grades submissions on the devices of `setup` at once: their checked grids several at once on each, in `jobs` threads
/// of all devices; then, where none is being checked any more, one after another what needs the device for itself, the
/// reference's times included. A submission stays on the device that checked it, unless another one is idle. Where a
/// device fails, the others go on with what was under way there, from its beginning. False when the user stopped it or
/// a submission is left that devices failed with. Throws why the last device failed, and what is the class's own fault.
bool grade_on_devices(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                      ClassProgress& progress);

/// A class is graded on one model: the ratio of two kernels' times may differ from model to model, and ranks with it.
/// Throws Error where `devices`, or what `session` was graded on so far, are of several, and where a device would
/// measure other points of `experiment` than the first one.
void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment);

}  // namespace warpledger
