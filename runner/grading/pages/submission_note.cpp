#include "grading/pages/submission_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "grading/score/grade.h"

namespace warpledger {

std::string submission_note(const GradedClass& graded, const GradedSubmission& submission) {
  std::vector<std::string> notes;
  if (graded.on_host) notes.emplace_back(kCheckedNotGradedNote);
  for (const Adjustment& one : submission.sheet.adjustments)
    if (one.is_lost && one.percent) notes.push_back(fmt::format("adjustment {}", adjustment_amount(one)));
  return join(notes, "; ");
}

bool has_submission_notes(const GradedClass& graded) {
  return std::ranges::any_of(graded.submissions,
                             [&](const GradedSubmission& one) { return !submission_note(graded, one).empty(); });
}

}  // namespace warpledger
