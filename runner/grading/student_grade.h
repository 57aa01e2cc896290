#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "grading/graded_class.h"

namespace warpledger {

/// All that the pages of one student are made of. It has neither flags nor the name of any other submission, so that no
/// page of a student can show one.
struct StudentGrade {
  std::string experiment, about, session, device, graded_utc;  ///< as GradedClass has them
  Grading grading;
  GradeSheet sheet;
  std::string run;                   ///< GradedSubmission::run
  bool on_host = false;              ///< GradedClass::on_host
  bool refused = false;              ///< it was not run
  HandIn hand_in;                    ///< of itself alone: without who handed it in
  std::size_t hand_ins = 1;          ///< GradedSubmission::hand_ins
  std::size_t class_size = 0;        ///< submissions in the class
  std::optional<Ratio> ratio;        ///< ratio_of()
  std::optional<Standing> standing;  ///< standing_of()
};

StudentGrade student_grade(const GradedClass& graded, const GradedSubmission& submission);

}  // namespace warpledger
