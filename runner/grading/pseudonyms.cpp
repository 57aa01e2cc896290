#include "grading/pseudonyms.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/text_width.h"
#include "report/cell.h"
#include "report/draw.h"

namespace warpledger {
namespace {

/// Letters, digits, '_', and every byte of a letter beyond ASCII.
bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '_' || std::isalnum(byte) != 0;
}

/// Whether `name` is at `text[at]`, as a word and not as a part of a longer one.
bool stands_at(std::string_view text, std::size_t at, std::string_view name) {
  if (text.substr(at, name.size()) != name) return false;
  const std::size_t end = at + name.size();
  const bool begins = at == 0 || !is_of_word(text[at - 1]) || !is_of_word(name.front());
  return begins && (end == text.size() || !is_of_word(text[end]) || !is_of_word(name.back()));
}

/// The longest name that is at `text[at]`; null for none.
const Pseudonyms::value_type* name_at(std::string_view text, std::size_t at, const Pseudonyms& pseudonyms) {
  const Pseudonyms::value_type* longest = nullptr;
  for (const auto& entry : pseudonyms)
    if (stands_at(text, at, entry.first) && (longest == nullptr || entry.first.size() > longest->first.size()))
      longest = &entry;
  return longest;
}

/// In one pass, so that no pseudonym is taken for a name.
void rename_in(std::string& text, const Pseudonyms& pseudonyms) {
  std::string changed;
  for (std::size_t at = 0; at < text.size();) {
    const Pseudonyms::value_type* found = name_at(text, at, pseudonyms);
    if (found == nullptr) {
      changed += text[at++];
    } else {
      changed += found->second;
      at += found->first.size();
    }
  }
  text = std::move(changed);
}

std::string drawn(std::random_device& random, const std::set<std::string>& taken) {
  while (true) {
    std::string pseudonym = fmt::format("s-{:08x}", random());
    if (!taken.contains(pseudonym)) return pseudonym;
  }
}

void rename_sheet(GradeSheet& sheet, const Pseudonyms& pseudonyms) {
  const auto own = pseudonyms.find(sheet.submission);
  if (own == pseudonyms.end())
    throw Error(fmt::format("submission '{}' has no pseudonym", sheet.submission), "draw one for every submission");
  sheet.submission = own->second;
  for (ProblemGrade& problem : sheet.problems)
    for (RuleGrade& rule : problem.rules) rename_in(rule.sentence, pseudonyms);
  for (Adjustment& adjustment : sheet.adjustments) {
    adjustment.submission = own->second;
    rename_in(adjustment.reason, pseudonyms);
  }
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
    for (std::string& flag : submission.sheet.flags) rename_in(flag, pseudonyms);
  }
  std::ranges::sort(graded.submissions, {}, [](const GradedSubmission& one) { return one.sheet.submission; });
  return graded;
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
  const auto refuse_errno = [&](int number) {
    throw Error({.file = file}, fmt::format("cannot be written: {}", std::strerror(number)),
                "check that its folder exists and is writable");
  };
  std::string aside = file + ".XXXXXX";
  const int made = mkstemp(aside.data());  // mode 0600
  if (made < 0) refuse_errno(errno);
  close(made);
  try {
    write_file(aside, render_table(table, Format::csv, {}));
    if (std::rename(aside.c_str(), file.c_str()) != 0) refuse_errno(errno);
  } catch (...) {
    unlink(aside.c_str());
    throw;
  }
}

}  // namespace warpledger
