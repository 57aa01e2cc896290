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

/// Grades submissions on the devices of `setup`. `jobs` threads run the checked grids, several per device. Then each
/// device runs the rest of one submission at a time, next to the reference. If a device fails, others restart its
/// submissions.
///
/// Returns false if the user stopped it, or if devices failed with a submission that is left. Throws when the last
/// device fails, and for errors that are not a device's.
bool grade_on_devices(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                      ClassProgress& progress);

/// Throws Error if `devices` and the devices of `session` are not all of one model, or if `devices` would measure
/// different points. Ratios of times may depend on the model.
void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment);

}  // namespace warpledger
