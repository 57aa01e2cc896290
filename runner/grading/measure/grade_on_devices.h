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

/// Grades submissions in parallel on the devices of `setup`. First, `jobs` threads run the checked grids, several at a
/// time per device. Each device then runs the rest one submission at a time, next to the reference. A submission stays
/// on the device that checked it unless another one is idle. If a device fails, the others restart its submissions.
///
/// Returns false if the user stopped it, or if devices failed with a submission that is left. Throws when the last
/// device fails, or for an error that is not a device's.
bool grade_on_devices(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                      ClassProgress& progress);

/// Throws Error if `devices`, or those that `session` used, are of different models, or if they would measure different
/// points. The ratio of two kernels' times, and so the ranking, may depend on the model.
void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment);

}  // namespace warpledger
