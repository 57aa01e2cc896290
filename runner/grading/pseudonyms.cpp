#include "grading/pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text_width.h"
#include "grading/pseudonym_file.h"

namespace warpledger {
namespace {

/// Letters, digits, '_', and every byte of a letter beyond ASCII.
bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '_' || std::isalnum(byte) != 0;
}

/// Whether `name` stands at `text[at]`, as a word and not as a part of a longer one.
bool stands_at(std::string_view text, std::size_t at, std::string_view name) {
  if (text.substr(at, name.size()) != name) return false;
  const std::size_t end = at + name.size();
  const bool begins = at == 0 || !is_of_word(text[at - 1]) || !is_of_word(name.front());
  return begins && (end == text.size() || !is_of_word(text[end]) || !is_of_word(name.back()));
}

/// The longest name that stands at `text[at]`; null for none.
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
      throw Error("a submission's name is empty or holds a control character", "rename the submission");
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

}  // namespace warpledger
