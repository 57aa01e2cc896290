#include "grading/hand_in/pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <random>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text_width.h"
#include "base/word_search.h"
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

constexpr std::string_view kHeadings = "pseudonym,submission";

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& what) {
  throw Error({.file = file, .line = line}, what,
              "restore the file from a copy; without it, all submissions would get new pseudonyms");
}

/// Returns a CSV field without its quotes; empty if it is malformed.
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

/// Returns the lines. Throws Error if the last one has no newline: the file is incomplete.
std::vector<std::string> whole_lines(const std::string& file) {
  const std::string text = read_file(file);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) refuse(file, lines.size() + 1, "the last line of this pseudonym file is incomplete");
    lines.push_back(text.substr(begin, end - begin));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

}  // namespace

Pseudonyms pseudonyms_of(const std::string& file, const std::vector<std::string>& names) {
  std::error_code unknown;  // reading the file reports the error
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

std::map<std::string, std::string> names_of(const Pseudonyms& pseudonyms) {
  std::map<std::string, std::string> names;
  for (const auto& [name, pseudonym] : pseudonyms) names[pseudonym] = name;
  return names;
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

namespace {

/// Returns the texts to search for. LMS IDs of fewer than 4 digits would match everywhere.
std::vector<std::string> identities_of(const ReadSubmission& one) {
  constexpr std::size_t kLeastOfId = 4;
  std::vector<std::string> all = {one.name};
  for (const Submitter& submitter : one.hand_in.submitters) {
    all.push_back(submitter.name);
    all.push_back(submitter.email);
    if (submitter.id.size() >= kLeastOfId) all.push_back(submitter.id);
  }
  return all;
}

bool says(const ReadSubmission& one, const std::string& identity) {
  if (!one.submission) return false;
  return std::ranges::any_of(one.submission->files, [&](const SourceFile& file) {
    return has_word(file.text, identity) || (file.name.ends_with(".cu") ? false : has_word(file.name, identity));
  });
}

}  // namespace

std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms) {
  std::vector<std::string> telling;
  for (ReadSubmission& one : read.submissions) {
    const std::string& pseudonym = pseudonyms.at(one.name);
    bool tells = false;
    for (const std::string& identity : identities_of(one)) {
      one.refusal = with_word_replaced(one.refusal, identity, pseudonym);
      tells = tells || says(one, identity);
    }
    if (tells) telling.push_back(pseudonym);
    one.hand_in.submitters.clear();
    one.name = pseudonym;
    if (one.submission) one.submission->name = pseudonym;
  }
  read.passed_over.clear();
  std::ranges::sort(read.submissions, {}, [](const ReadSubmission& one) {
    return std::pair(one.name, one.hand_in.attempt);  // the previous order reveals names
  });
  return telling;
}

}  // namespace warpledger
