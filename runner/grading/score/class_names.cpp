#include "grading/score/class_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

const std::string& pseudonym_of(const std::string& name, const Pseudonyms& pseudonyms) {
  const auto found = pseudonyms.find(name);
  if (found == pseudonyms.end())
    throw Error(fmt::format("submission '{}' has no pseudonym", name), "draw one for every submission");
  return found->second;
}

/// True if a reason may contain names. Compilers name files, and programs print anything; reasons of incorrect results
/// have only numbers.
bool may_hold_names(const CheckedPoint& point) { return point.outcome != Outcome::incorrect; }

void rename_sheet(GradeSheet& sheet, const Pseudonyms& pseudonyms) {
  sheet.submission = pseudonym_of(sheet.submission, pseudonyms);
  for (ProblemGrade& problem : sheet.problems)
    for (RuleGrade& rule : problem.rules)
      if (auto* found = std::get_if<CorrectFinding>(&rule.finding);
          found != nullptr && found->first_wrong && may_hold_names(*found->first_wrong))
        found->first_wrong->reason.clear();
  for (Adjustment& adjustment : sheet.adjustments) {
    adjustment.submission = sheet.submission;
    if (adjustment.by_rule) continue;  // not written by a person
    adjustment.reason.clear();
    adjustment.author.clear();
  }
}

/// Returns the members in a group's name (submissions/class_folder.cpp); empty for others.
std::vector<Submitter> group_of(const std::string& name) {
  constexpr std::string_view kBetween = " + ";
  std::vector<Submitter> group;
  std::size_t begin = 0;
  for (std::size_t end = name.find(kBetween); end != std::string::npos; end = name.find(kBetween, begin)) {
    group.push_back({.name = name.substr(begin, end - begin), .id = {}, .email = {}});
    begin = end + kBetween.size();
  }
  if (begin > 0) group.push_back({.name = name.substr(begin), .id = {}, .email = {}});
  return group;
}

}  // namespace

GradedClass renamed(GradedClass graded, const Pseudonyms& pseudonyms) {
  for (GradedSubmission& submission : graded.submissions) {
    rename_sheet(submission.sheet, pseudonyms);
    for (Flag& flag : submission.flags)
      for (std::string& other : flag.others) other = pseudonym_of(other, pseudonyms);
  }
  graded.passed_over.clear();
  graded.people.clear();
  graded.notes.strangers.clear();
  for (Untimed& one : graded.notes.untimed) one.submission = pseudonym_of(one.submission, pseudonyms);
  for (LostAdjustment& one : graded.notes.lost) one.submission = pseudonym_of(one.submission, pseudonyms);
  for (GradedSubmission& submission : graded.submissions) submission.hand_in.submitters.clear();
  std::ranges::sort(graded.submissions, {}, [](const GradedSubmission& one) { return one.sheet.submission; });
  return graded;
}

GradedClass with_names(GradedClass graded, const Pseudonyms& pseudonyms) {
  const std::map<std::string, std::string> names = names_of(pseudonyms);
  const auto show = [&](std::string& name) {
    if (const auto found = names.find(name); found != names.end()) name = found->second;
  };
  for (GradedSubmission& submission : graded.submissions) {
    show(submission.sheet.submission);
    for (Adjustment& adjustment : submission.sheet.adjustments) show(adjustment.submission);
    for (Flag& flag : submission.flags) std::ranges::for_each(flag.others, show);
    for (Submitter& one : submission.hand_in.submitters) show(one.name);  // older ledgers have pseudonyms here
    if (submission.hand_in.submitters.empty()) submission.hand_in.submitters = group_of(submission.sheet.submission);
  }
  for (Untimed& one : graded.notes.untimed) show(one.submission);
  for (LostAdjustment& one : graded.notes.lost) show(one.submission);
  std::ranges::sort(graded.submissions, {}, [](const GradedSubmission& one) { return one.sheet.submission; });
  return graded;
}

}  // namespace warpledger
