#include "grading/score/class_roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace warpledger {
namespace {

GradeSheet empty_sheet(const Grading& grading, const std::string& name) {
  GradeSheet sheet;
  sheet.submission = name;
  for (const GradedProblem& problem : grading.problems) {
    ProblemGrade grade{.name = problem.name, .possible = problem.points, .rules = {}};
    for (const GradingRule& rule : problem.rules)
      grade.rules.push_back({.verdict = RuleVerdict::not_met, .possible = rule.points, .finding = NoPoint{}});
    sheet.possible += problem.points;
    sheet.problems.push_back(std::move(grade));
  }
  return sheet;
}

/// Returns a unique row name that is valid as a folder name.
std::string name_of_absent(const GradedClass& graded, const RosterEntry& entry) {
  std::string name = entry.name.empty() ? entry.id : given_name_first(entry.name);
  std::ranges::replace(name, '/', '_');
  if (name.starts_with('.')) name.insert(0, "_");
  const auto is_taken = [&](const std::string& wanted) {
    return std::ranges::any_of(graded.submissions,
                               [&](const GradedSubmission& one) { return one.sheet.submission == wanted; });
  };
  const std::string wanted = name;
  for (int i = 0; is_taken(name); ++i)
    name = fmt::format("{} ({})", wanted, i == 0 && !entry.id.empty() ? entry.id : fmt::format("line {}", entry.line));
  return name;
}

struct MatchedSubmission {
  std::string name;
  RosterMatch match;
};

/// Returns exact matches first, so that they win over those in another case.
std::vector<MatchedSubmission> matches_of(const GradedClass& graded, const Roster& roster) {
  std::vector<MatchedSubmission> matches;
  for (const GradedSubmission& one : graded.submissions)
    matches.push_back({one.sheet.submission, match_submission(roster, one.sheet.submission, one.hand_in.submitters)});
  std::stable_partition(matches.begin(), matches.end(), [](const MatchedSubmission& one) { return one.match.exact; });
  return matches;
}

}  // namespace

void apply_roster(GradedClass& graded, const Roster& roster) {
  graded.roster_columns = roster.columns;
  for (const RosterEntry& entry : roster.entries) graded.people.push_back({entry, ""});
  for (const auto& [name, match] : matches_of(graded, roster)) {
    if (!match.problem.empty()) graded.notes.strangers.push_back({name, match.problem});
    for (const std::size_t i : match.entries) {
      GradedPerson& person = graded.people[i];
      if (person.submission.empty())
        person.submission = name;
      else
        graded.notes.strangers.push_back(
            {name, fmt::format("{} has {}, which counts", person.entry.name, person.submission)});
    }
  }
  for (GradedPerson& person : graded.people) {
    if (!person.submission.empty()) continue;
    person.submission = name_of_absent(graded, person.entry);
    graded.submissions.push_back(
        {.sheet = empty_sheet(graded.grading, person.submission), .flags = {}, .run = {}, .absent = true});
  }
  std::ranges::sort(graded.submissions, {}, [](const GradedSubmission& one) { return one.sheet.submission; });
}

}  // namespace warpledger
