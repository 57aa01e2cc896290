#include "grading/pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <random>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text_width.h"
#include "report/cell.h"
#include "report/draw.h"

namespace warpledger {
namespace {

std::string drawn(std::random_device& random, const std::set<std::string>& taken) {
  while (true) {
    std::string pseudonym = fmt::format("s-{:08x}", random());
    if (!taken.contains(pseudonym)) return pseudonym;
  }
}

/// Throws Error for a submission without one.
const std::string& pseudonym_of(const std::string& name, const Pseudonyms& pseudonyms) {
  const auto found = pseudonyms.find(name);
  if (found == pseudonyms.end())
    throw Error(fmt::format("submission '{}' has no pseudonym", name), "draw one for every submission");
  return found->second;
}

/// What a compiler says names files, and what a program prints may be anything; the runner's own words on a result
/// that is wrong are numbers.
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
    if (adjustment.by_rule) continue;  // no person wrote it
    adjustment.reason.clear();
    adjustment.author.clear();
  }
}

/// Those whom the name of a group's submission tells (submissions/class_folder.cpp); none of one that is no group's.
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

constexpr std::string_view kHeadings = "pseudonym,submission";

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& what) {
  throw Error({.file = file, .line = line}, what,
              "restore the file from a copy; without it, all submissions would get new pseudonyms");
}

/// A field of CSV without its quotes; empty when it is damaged.
std::string unquoted(std::string_view field) {
  if (!field.starts_with('"')) return field.find_first_of(",\"") == std::string_view::npos ? std::string(field) : "";
  if (field.size() < 2 || !field.ends_with('"')) return "";
  field = field.substr(1, field.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '"' && field.substr(i, 2) != "\"\"") return "";
    if (field[i] == '"') ++i;
    text += field[i];
  }
  return text;
}

/// The lines of a file whose last one is ended, too: it was written whole.
std::vector<std::string> whole_lines(const std::string& file) {
  const std::string text = read_file(file);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) refuse(file, lines.size() + 1, "the last line of this pseudonym file is incomplete");
    lines.push_back(text.substr(begin, end - begin));
    if (lines.back().ends_with('\r')) lines.back().pop_back();  // as spreadsheets save them
    begin = end + 1;
  }
  return lines;
}

}  // namespace

Pseudonyms pseudonyms_of(const std::string& file, const std::vector<std::string>& names) {
  std::error_code unknown;  // reading the file says what is wrong with it
  const bool is_new = std::filesystem::status(file, unknown).type() == std::filesystem::file_type::not_found;
  Pseudonyms pseudonyms = is_new ? Pseudonyms{} : read_pseudonyms(file);
  const std::size_t known = pseudonyms.size();
  std::set<std::string> taken(names.begin(), names.end());
  for (const auto& [name, pseudonym] : pseudonyms) taken.insert(pseudonym);
  std::random_device random;
  for (const std::string& name : names) {
    if (name.empty() || one_line(name) != name)
      throw Error("a submission's name is empty or contains a control character", "rename the submission");
    if (pseudonyms.contains(name)) continue;
    taken.insert(pseudonyms[name] = drawn(random, taken));
  }
  if (pseudonyms.size() > known) write_pseudonyms(file, pseudonyms);
  return pseudonyms;
}

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

std::map<std::string, std::string> names_of(const Pseudonyms& pseudonyms) {
  std::map<std::string, std::string> names;
  for (const auto& [name, pseudonym] : pseudonyms) names[pseudonym] = name;
  return names;
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
    for (Submitter& one : submission.hand_in.submitters) show(one.name);  // older ledgers have members' pseudonyms
    if (submission.hand_in.submitters.empty()) submission.hand_in.submitters = group_of(submission.sheet.submission);
  }
  for (Untimed& one : graded.notes.untimed) show(one.submission);
  for (LostAdjustment& one : graded.notes.lost) show(one.submission);
  std::ranges::sort(graded.submissions, {}, [](const GradedSubmission& one) { return one.sheet.submission; });
  return graded;
}

SubmissionTimes with_pseudonyms(SubmissionTimes times, const Pseudonyms& pseudonyms) {
  for (const auto& [timed, utc] : SubmissionTimes(times).utc) {
    const auto known = pseudonyms.find(timed.submission);
    if (known == pseudonyms.end()) continue;
    const auto [hidden, is_new] = times.utc.emplace(TimedHandIn{timed.experiment, known->second, timed.attempt}, utc);
    if (!is_new && hidden->second != utc)
      throw Error(fmt::format("attempt {} of '{}' has two times, by name and as {}", timed.attempt, timed.submission,
                              known->second),
                  "remove one of them");
  }
  return times;
}

std::string in_ledger(const std::string& submission, const Pseudonyms& pseudonyms) {
  const auto hidden = pseudonyms.find(submission);
  return hidden == pseudonyms.end() ? submission : hidden->second;
}

Pseudonyms read_pseudonyms(const std::string& file) {
  const std::vector<std::string> lines = whole_lines(file);
  if (lines.empty() || lines[0] != kHeadings)
    refuse(file, 1, fmt::format("a pseudonym file begins with '{}'", kHeadings));
  Pseudonyms pseudonyms;
  std::set<std::string> taken;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t comma = lines[i].find(',');
    const std::string pseudonym = text_of_csv(unquoted(lines[i].substr(0, comma)));
    const std::string name = comma == std::string::npos ? "" : text_of_csv(unquoted(lines[i].substr(comma + 1)));
    if (pseudonym.empty() || name.empty()) refuse(file, i + 1, "this line is not 'pseudonym,submission'");
    if (!taken.insert(pseudonym).second) refuse(file, i + 1, fmt::format("pseudonym '{}' appears twice", pseudonym));
    if (!pseudonyms.emplace(name, pseudonym).second)
      refuse(file, i + 1, fmt::format("submission '{}' appears twice", name));
  }
  return pseudonyms;
}

void write_pseudonyms(const std::string& file, const Pseudonyms& pseudonyms) {
  Table table{{"pseudonym", "submission"}, {}};
  for (const auto& [name, pseudonym] : pseudonyms) table.rows.push_back({pseudonym, name});
  AtomicFile made(file);
  made.write(render_spreadsheet(std::move(table)));
  namespace fs = std::filesystem;
  fs::permissions(made.path(), fs::perms::owner_read | fs::perms::owner_write);
  made.replace();
}

}  // namespace warpledger
