#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grading/submission_grader.h"

namespace warpledger {

/// Grades `submissions` in one session: their checked grids several at once, in `jobs` threads; then, one after
/// another, what needs the device for itself. `tell` is called with a line of progress, by one thread at a time. False
/// when the user stopped it. Throws what a worker throws that cannot continue; what is recorded by then stays.
bool grade_submissions(const GradingSetup& setup, const std::vector<ReadSubmission>& submissions, int jobs,
                       const std::function<void(const std::string&)>& tell);

}  // namespace warpledger
