#include "grading/write_class.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/text_width.h"
#include "grading/class_page.h"
#include "grading/grade.h"
#include "grading/graded_class.h"
#include "grading/student_page.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kTextWidth = 120;  // columns of class.txt

/// Refuses names that lead to another folder than their own.
void check_names(const GradedClass& graded) {
  std::set<std::string> seen;
  for (const GradedSubmission& submission : graded.submissions) {
    const std::string& name = submission.sheet.submission;
    const bool plain =
        !name.empty() && !name.starts_with('.') && name.find('/') == std::string::npos && one_line(name) == name;
    if (!plain)
      throw Error(fmt::format("submission '{}' cannot have a folder of its name", one_line(name)),
                  "grade it under a name without '/' that does not begin with '.'");
    if (!seen.insert(name).second)
      throw Error(fmt::format("two submissions are called '{}'", name), "grade one of them under another name");
  }
}

void write_pages(const GradedClass& graded, const fs::path& folder, const PageAssets& assets,
                 const StudentTables& tables) {
  const auto options = [&](Format format) { return ReportOptions{format, {kTextWidth}, assets}; };
  write_file(folder / "class.txt", class_page(graded, options(Format::text)));
  write_file(folder / "class.md", class_page(graded, options(Format::markdown)));
  write_file(folder / "class.csv", class_page(graded, options(Format::csv)));
  write_file(folder / "class.html", class_page(graded, options(Format::html)));
  write_file(folder / "gradebook.csv", gradebook_csv(graded));
  for (const GradedSubmission& submission : graded.submissions) {
    const std::string& name = submission.sheet.submission;
    const fs::path own = folder / "students" / name;
    fs::create_directories(own);
    const auto page = [&](Format format) {
      return student_page(graded, name, tables(submission, format), options(format));
    };
    write_file(own / "index.html", page(Format::html));
    write_file(own / "index.md", page(Format::markdown));
    write_file(own / "results.json", gradescope_json(graded, name));
  }
}

/// The folder's path, without a '/' at its end.
fs::path plain_path(const std::string& folder) {
  const fs::path target = fs::absolute(folder).lexically_normal();
  return target.has_filename() ? target : target.parent_path();
}

// Sentences name hidden shapes, and ranks change while others are graded.
constexpr const char* kVisibility = "after_published";

/// A rank that gives only some of the points is not a failure.
bool passes(const RuleGrade& rule) { return rule.verdict == RuleVerdict::met || rule.standing; }

Json test_of(const ProblemGrade& problem, const GradingRule& rule, const RuleGrade& grade, const std::string& number) {
  const std::string open =
      grade.verdict == RuleVerdict::cannot_judge ? "\nThese points are open: a person decides." : "";
  return {{"score", grade.given},
          {"max_score", grade.possible},
          {"status", passes(grade) ? "passed" : "failed"},
          {"name", fmt::format("{}: {}", problem.name, rule_text(rule))},
          {"number", number},
          // Plain text, because it may be what a compiler says.
          {"output", fmt::format("{}: {}{}", name_of(grade.verdict), grade.sentence, open)},
          {"output_format", "text"},
          {"visibility", kVisibility}};
}

/// Gradescope's published text bounds neither a score nor its sign.
Json adjustments_test(const GradeSheet& sheet, std::size_t number) {
  std::string output;
  for (const Adjustment& adjustment : sheet.adjustments)
    output += fmt::format("{}: {}\n", adjustment_amount(adjustment), adjustment_reason(adjustment));
  return {{"score", adjusted_points(sheet)},
          {"status", "passed"},
          {"name", "Adjustments"},
          {"number", fmt::format("{}", number)},
          {"output", output},
          {"output_format", "text"},
          {"visibility", kVisibility}};
}

Json tests_of(const Grading& grading, const GradeSheet& sheet) {
  Json tests = Json::array();
  for (std::size_t p = 0; p < sheet.problems.size(); ++p)
    for (std::size_t r = 0; r < sheet.problems[p].rules.size(); ++r)
      tests.push_back(test_of(sheet.problems[p], grading.problems.at(p).rules.at(r), sheet.problems[p].rules[r],
                              fmt::format("{}.{}", p + 1, r + 1)));
  if (!sheet.adjustments.empty()) tests.push_back(adjustments_test(sheet, sheet.problems.size() + 1));
  return tests;
}

/// In Gradescope's Markdown.
std::string summary_of(const GradedClass& graded, const GradedSubmission& submission) {
  const GradeSheet& sheet = submission.sheet;
  std::string text = fmt::format("**{} of {} points**", points_text(sheet.total), points_text(sheet.possible));
  if (sheet.open_points > 0)
    text += fmt::format(", {} more are open: they cannot be judged yet", points_text(sheet.open_points));
  if (const std::string rank = rank_text(standing_of(graded.grading, submission)); !rank.empty())
    text += fmt::format("; rank {} in a class of {}", rank, graded.submissions.size());
  return text;
}

}  // namespace

void require_new_folder(const std::string& folder) {
  const fs::path wanted = plain_path(folder);
  std::error_code unknown;  // making the folder says what is wrong with it
  if (fs::exists(wanted, unknown) && !(fs::is_directory(wanted, unknown) && fs::is_empty(wanted, unknown)))
    throw Error({.file = folder}, "this is not an empty folder", "name another folder, or remove this one");
}

void write_class(const GradedClass& graded, const std::string& folder, const PageAssets& assets,
                 const StudentTables& tables) {
  check_names(graded);
  require_new_folder(folder);
  const fs::path wanted = plain_path(folder);
  try {
    fs::create_directories(wanted.parent_path());
    const TemporaryFolder made(wanted.parent_path());
    write_pages(graded, made.path(), assets, tables);
    fs::rename(made.path(), wanted);
  } catch (const fs::filesystem_error& failure) {
    throw Error({.file = folder}, fmt::format("cannot be created: {}", failure.code().message()),
                "check that its parent folder is writable");
  }
}

std::string gradescope_json(const GradedClass& graded, const std::string& name) {
  const GradedSubmission& submission = submission_named(graded, name);
  const Json run = submission.run.empty() ? Json() : Json(submission.run);
  Json results = {{"score", submission.sheet.total},
                  {"output", summary_of(graded, submission)},
                  {"output_format", "md"},
                  {"visibility", kVisibility},
                  {"stdout_visibility", "hidden"},
                  {"extra_data",
                   {{"experiment", graded.experiment},
                    {"session", graded.session},
                    {"run", run},
                    {"device", graded.device},
                    {"open_points", submission.sheet.open_points}}},
                  {"tests", tests_of(graded.grading, submission.sheet)}};
  if (const auto ratio = ratio_of(graded.grading, submission); ratio && standing_of(graded.grading, submission))
    results["leaderboard"] =
        Json::array({{{"name", "Time relative to the reference's"}, {"value", ratio->value}, {"order", "asc"}}});
  return json_text(results);
}

}  // namespace warpledger
