#include "grading/student_grade.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpledger {

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission) {
  return {
      .experiment = graded.experiment,
      .about = graded.about,
      .session = graded.session,
      .device = submission.device.mark.empty() ? graded.device
                                               : fmt::format("{} ({})", submission.device.name, submission.device.mark),
      .graded_utc = graded.graded_utc,
      .grading = graded.grading,
      .sheet = submission.sheet,
      .run = submission.run,
      .on_host = graded.on_host,
      .refused = submission.refused,
      .hand_in = {.attempt = submission.hand_in.attempt, .submitted_utc = submission.hand_in.submitted_utc},
      .hand_ins = submission.attempts.size(),
      .class_size = static_cast<std::size_t>(std::ranges::count(graded.submissions, false, &GradedSubmission::absent)),
      .ratio = ratio_of(graded.grading, submission),
      .standing = standing_of(graded.grading, submission)};
}

}  // namespace warpledger
