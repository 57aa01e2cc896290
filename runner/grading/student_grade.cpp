#include "grading/student_grade.h"

namespace warpledger {

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission) {
  return {.experiment = graded.experiment,
          .about = graded.about,
          .session = graded.session,
          .device = graded.device,
          .graded_utc = graded.graded_utc,
          .grading = graded.grading,
          .sheet = submission.sheet,
          .run = submission.run,
          .on_host = graded.on_host,
          .refused = submission.refused,
          .class_size = graded.submissions.size(),
          .ratio = ratio_of(graded.grading, submission),
          .standing = standing_of(graded.grading, submission)};
}

}  // namespace warpledger
