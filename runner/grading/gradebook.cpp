#include "grading/gradebook.h"

#include <cstdint>

#include "base/text.h"
#include "report/render_table.h"

namespace warpledger {

std::string gradebook_csv(const GradedClass& graded) {
  Table table{{"submission", "total", "possible"}, {}};
  for (const GradedProblem& problem : graded.grading.problems) table.columns.push_back(problem.name);
  table.columns.insert(table.columns.end(), {"adjustments", "open_points", "rank", "ratio", "flags"});
  for (const GradedSubmission& submission : graded.submissions) {
    const GradeSheet& sheet = submission.sheet;
    const std::optional<Standing> standing = standing_of(graded.grading, submission);
    const std::optional<Ratio> ratio = ratio_of(graded.grading, submission);
    std::vector<Cell>& row = table.rows.emplace_back();
    row.insert(row.end(), {sheet.submission, sheet.total, sheet.possible});
    for (const ProblemGrade& problem : sheet.problems) row.emplace_back(problem.given);
    row.insert(row.end(), {adjusted_points(sheet), sheet.open_points,
                           standing ? Cell(static_cast<std::int64_t>(standing->rank)) : Cell(),
                           ratio ? Cell(ratio->value) : Cell(), join(submission.sheet.flags, "; ")});
  }
  return render_table(table, Format::csv, {});
}

}  // namespace warpledger
