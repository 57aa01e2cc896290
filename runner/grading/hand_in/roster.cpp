#include "grading/hand_in/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "grading/hand_in/csv_file.h"

namespace warpledger {
namespace {

struct RosterColumns {
  explicit RosterColumns(const CsvFile& csv)
      : name(csv.find({"name", "student", "student name", "full name"})),
        first(csv.find({"first name", "firstname", "given name"})),
        last(csv.find({"last name", "lastname", "surname", "family name"})),
        id(csv.find({"id", "lms id", "sid", "student id", "user id"})),
        sis_id(csv.find({"sis user id"})),
        login(csv.find({"sis login id", "login", "login id"})),
        email(csv.find({"email", "email address", "e-mail"})),
        section(csv.find({"section", "sections", "section name", "section_name"})),
        submission(csv.find({"submission"})),
        role(csv.find({"role"})) {}

  std::optional<std::size_t> name, first, last, id, sis_id, login, email, section, submission, role;
};

RosterEntry entry_of(const CsvFile& csv, const CsvRow& row, const RosterColumns& columns) {
  const auto text = [&](const std::optional<std::size_t>& column) { return std::string(csv.cell(row, column)); };
  RosterEntry entry{.name = text(columns.name),
                    .id = text(columns.id),
                    .sis_id = text(columns.sis_id),
                    .login = text(columns.login),
                    .email = text(columns.email),
                    .section = text(columns.section),
                    .submission = text(columns.submission),
                    .line = row.line};
  if (entry.name.empty()) entry.name = trim(text(columns.first) + " " + text(columns.last));
  return entry;
}

/// True for rows of Canvas's gradebook and Gradescope's roster that are not students.
bool is_no_student(const RosterEntry& entry, std::string_view role) {
  if (entry.name == "Points Possible" || entry.name == "Student, Test") return true;
  return !role.empty() && lower_case(role) != "student";
}

void check_entry(const CsvFile& csv, const CsvRow& row, const RosterEntry& entry) {
  if (entry.name.empty() && entry.id.empty())
    csv.refuse(row, "this line has neither a name nor an id", "add one, or remove the line");
}

/// Throws Error if two entries share a value, which would make matches ambiguous.
void refuse_twice(const Roster& roster, const char* what, std::string RosterEntry::*field) {
  std::map<std::string, std::size_t> lines;
  for (const RosterEntry& entry : roster.entries) {
    if ((entry.*field).empty()) continue;
    const auto [known, is_new] = lines.emplace(lower_case(entry.*field), entry.line);
    if (!is_new)
      throw Error({.file = roster.file, .line = entry.line},
                  fmt::format("the {} '{}' is that of line {} as well", what, entry.*field, known->second),
                  "remove one of the lines, or correct it");
  }
}

/// Returns a name as Canvas writes it in file names: letters and digits, last name first.
std::string canvas_slug(const std::string& name) {
  const auto [first, last] = name_parts(name);
  std::string slug;
  for (const char c : lower_case(last + first))
    if (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) || c == '_') slug += c;
  return slug;
}

std::string local_part(const std::string& email) { return email.substr(0, email.find('@')); }

using Key = std::function<std::string(const RosterEntry&)>;

/// Keys of an entry, the most reliable first.
const std::vector<Key>& all_keys() {
  static const std::vector<Key> keys = {[](const RosterEntry& entry) { return entry.submission; },
                                        [](const RosterEntry& entry) { return entry.id; },
                                        [](const RosterEntry& entry) { return entry.sis_id; },
                                        [](const RosterEntry& entry) { return entry.login; },
                                        [](const RosterEntry& entry) { return entry.email; },
                                        [](const RosterEntry& entry) { return entry.name; },
                                        [](const RosterEntry& entry) { return given_name_first(entry.name); },
                                        [](const RosterEntry& entry) { return local_part(entry.email); },
                                        [](const RosterEntry& entry) { return canvas_slug(entry.name); }};
  return keys;
}

std::vector<std::size_t> entries_where(const Roster& roster, const std::function<bool(const RosterEntry&)>& is_it) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < roster.entries.size(); ++i)
    if (is_it(roster.entries[i])) found.push_back(i);
  return found;
}

struct Called {
  std::vector<std::size_t> entries;
  bool exactly = false;
};

/// Returns the entries whose most reliable matching key is `word`; if some match in case, only these.
Called entries_called(const Roster& roster, const std::string& word) {
  if (word.empty()) return {};
  for (const Key& key : all_keys()) {
    auto found = entries_where(roster, [&](const auto& one) { return lower_case(key(one)) == lower_case(word); });
    if (found.empty()) continue;
    auto exact = entries_where(roster, [&](const auto& one) { return key(one) == word; });
    return exact.empty() ? Called{std::move(found), false} : Called{std::move(exact), true};
  }
  return {};
}

void add_match(const Roster& roster, const std::vector<std::string>& words, RosterMatch& match) {
  for (const std::string& word : words) {
    const auto [found, exactly] = entries_called(roster, word);
    if (found.empty()) continue;
    match.exact = match.exact && exactly;
    if (found.size() > 1)
      match.problem = fmt::format("'{}' may be {} on the roster: lines {} and {}", word, found.size(),
                                  roster.entries[found[0]].line, roster.entries[found[1]].line);
    else if (std::ranges::count(match.entries, found.front()) == 0)
      match.entries.push_back(found.front());
    return;
  }
  const auto last =
      std::ranges::find_if(words.rbegin(), words.rend(), [](const std::string& word) { return !word.empty(); });
  match.problem = fmt::format("nobody on the roster is called '{}'", last == words.rend() ? "" : *last);
}

}  // namespace

std::pair<std::string, std::string> name_parts(const std::string& name) {
  if (const std::size_t comma = name.find(','); comma != std::string::npos)
    return {std::string(trim(std::string_view(name).substr(comma + 1))),
            std::string(trim(std::string_view(name).substr(0, comma)))};
  const std::size_t blank = name.rfind(' ');
  if (blank == std::string::npos) return {"", name};
  return {std::string(trim(std::string_view(name).substr(0, blank))), name.substr(blank + 1)};
}

std::string given_name_first(const std::string& name) {
  const auto [first, last] = name_parts(name);
  return first.empty() ? last : first + " " + last;
}

Roster read_roster(const std::string& file) {
  const CsvFile csv = read_csv_file(file);
  const RosterColumns columns(csv);
  if (!columns.id && !columns.last) csv.column({"name", "student", "first name", "last name", "id", "sid"});
  Roster roster{.file = file, .columns = csv.columns, .entries = {}};
  for (const CsvRow& row : csv.rows) {
    RosterEntry entry = entry_of(csv, row, columns);
    if (is_no_student(entry, csv.cell(row, columns.role))) continue;
    check_entry(csv, row, entry);
    roster.entries.push_back(std::move(entry));
  }
  if (roster.entries.empty())
    throw Error({.file = file}, "this roster has nobody", "write a line per person below the headings");
  refuse_twice(roster, "id", &RosterEntry::id);
  refuse_twice(roster, "SIS User ID", &RosterEntry::sis_id);
  refuse_twice(roster, "login", &RosterEntry::login);
  refuse_twice(roster, "email", &RosterEntry::email);
  return roster;
}

RosterMatch match_submission(const Roster& roster, const std::string& submission,
                             const std::vector<Submitter>& submitters) {
  RosterMatch match;
  for (const Submitter& one : submitters) add_match(roster, {one.id, one.email, one.name}, match);
  if (submitters.empty()) add_match(roster, {submission}, match);
  return match;
}

}  // namespace warpledger
