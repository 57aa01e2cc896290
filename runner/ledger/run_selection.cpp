#include "ledger/run_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <regex>
#include <string_view>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "model/table.h"
#include "store/run_info.h"

namespace warpledger {
namespace {

using Condition = std::function<std::string(const std::string& value)>;

/// "until" compares as many characters as are given: 2026-03 includes all of that month.
const std::map<std::string, Condition>& conditions() {
  static const std::map<std::string, Condition> kConditions = {
      {"experiment", [](const std::string& v) { return "experiment = " + quoted_text(v); }},
      {"submission", submission_condition},
      {"tag",
       [](const std::string& v) {
         return fmt::format("run IN (SELECT run FROM tags WHERE tag = {})", quoted_text(v));
       }},
      {"device",
       [](const std::string& v) {
         return fmt::format("(instr(device_name, {0}) > 0 OR substr(device_uuid, 1, {1}) = {0})", quoted_text(v),
                            v.size());
       }},
      {"until",
       [](const std::string& v) {
         const std::string moment = utc_beginning(v);
         return fmt::format("substr(started_utc, 1, {}) <= {}", moment.size(), quoted_text(moment));
       }},
      {"kernel",
       [](const std::string& v) {
         return fmt::format("EXISTS (SELECT 1 FROM points WHERE points.run = runs.run AND {})", kernel_condition(v));
       }},
  };
  return kConditions;
}

[[noreturn]] void refuse(const std::string& word) {
  const std::size_t colon = word.find(':');
  std::vector<std::string> names;
  for (const auto& [name, condition] : conditions()) names.push_back(name);
  if (colon != std::string::npos && colon + 1 < word.size())
    throw Error(fmt::format("'{}' is not a condition on runs", word.substr(0, colon)),
                did_you_mean(word.substr(0, colon), names));
  throw Error(fmt::format("'{}' is not a condition on runs", word),
              fmt::format("write latest, latest~1, the start of a UUID, or {}:VALUE", fmt::join(names, ":VALUE, ")));
}

bool is_uuid_part(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

std::size_t runs_back(const std::string& word) {
  constexpr std::string_view kLatest = "latest~";
  if (word == "latest") return 0;
  std::size_t count = 0;
  const char* end = word.data() + word.size();
  const auto [last, failure] = std::from_chars(word.data() + kLatest.size(), end, count);
  if (failure != std::errc() || last != end) refuse(word);
  return count;
}

/// Values that affect the implicit conditions.
void keep_value(const std::string& name, const std::string& value, RunSelection& selection) {
  if (name == "kernel") selection.kernel = value;
  if (name == "tag") selection.tag = value;
  if (name == "submission") selection.submission = value;
}

void add_word(const std::string& word, RunSelection& selection) {
  const std::size_t colon = word.find(':');
  const auto known = conditions().find(word.substr(0, colon));
  if (word == "latest" || word.starts_with("latest~")) {
    if (selection.age)
      throw Error(fmt::format("'{}' names two runs by their age", selection.text),
                  "keep one of latest, latest~1, latest~2, ...");
    selection.age = runs_back(word);
  } else if (colon != std::string::npos && colon + 1 < word.size() && known != conditions().end()) {
    const std::string value = word.substr(colon + 1);
    selection.conditions.push_back(known->second(value));
    keep_value(known->first, value, selection);
  } else if (is_uuid_part(word)) {
    selection.conditions.push_back(fmt::format("substr(run_uuid, 1, {}) = {}", word.size(), quoted_text(word)));
    selection.uuid_start = word;
  } else {
    refuse(word);
  }
}

/// Splits at commas outside <>; a backslash escapes: submission:Lee\, Ann.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c == ',' && depth == 0) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

constexpr const char* kNotForgotten = "run NOT IN (SELECT run FROM forgotten)";

std::string began_by(const std::string& now_utc) { return "started_utc <= " + quoted_text(now_utc); }

struct Among {
  bool forgotten = false;
  bool later = false;
  bool submissions = false;
};

std::string condition_of(const RunSelection& selection, const Among& among) {
  std::vector<std::string> all = selection.conditions;
  if (!among.forgotten) all.emplace_back(kNotForgotten);
  if (!selection.names_one_run()) {
    all.emplace_back(kIsNoAnchor);
    if (!among.later) all.push_back(began_by(selection.now_utc));
    if (!among.submissions && !selection.of_any_submission && !selection.submission)
      all.push_back(submission_condition(kNoSubmission));
  }
  return join(all, " AND ");
}

Table runs_where(const LedgerReader& ledger, const std::string& condition, std::size_t limit, std::size_t offset) {
  return ledger.query(fmt::format(
      "SELECT run, run_uuid, started_utc, experiment, submission, device_uuid, device_name, device_backend, "
      "json_extract(settings, '$.in_turn') AS in_turn FROM runs WHERE {} ORDER BY started_utc DESC, run_uuid LIMIT {} "
      "OFFSET {}",
      condition, limit, offset));
}

std::string name_of_run(const std::vector<Cell>& row) { return text_in(row[1]).substr(0, 8); }

std::string list_of(const Table& runs) {
  std::string list;
  for (const auto& row : runs.rows)
    list += fmt::format("\n  {} {} {}{} on {}", name_of_run(row), text_in(row[2]), text_in(row[3]),
                        text_in(row[4]).empty() ? "" : " of " + text_in(row[4]), text_in(row[6]));
  return list;
}

constexpr std::size_t kMostListed = 5;

void refuse_several(const LedgerReader& ledger, const RunSelection& selection) {
  const auto refuse_where = [&](const std::string& condition, const std::string& problem, const std::string& hint) {
    const Table runs = runs_where(ledger, condition, kMostListed, 0);
    if (runs.rows.size() > 1) throw Error(problem, hint + list_of(runs));
  };
  if (!selection.tag.empty())
    refuse_where(conditions().at("tag")(selection.tag) + " AND " + kNotForgotten,
                 fmt::format("several runs have the tag '{}'", selection.tag),
                 fmt::format("`warpledger ledger tag RUN '{}' --move` leaves it to one of these:", selection.tag));
  if (!selection.uuid_start.empty())
    refuse_where(condition_of(selection, {}), fmt::format("several runs begin with '{}'", selection.uuid_start),
                 "write more characters of one of these:");
}

/// Throws Error if only an implicit condition excludes runs.
void fail_by_unwritten_condition(const LedgerReader& ledger, const RunSelection& selection) {
  const auto beyond = [&](const Among& among) {
    return runs_where(ledger, condition_of(selection, among), kMostListed, 0);
  };
  if (const Table found = beyond({.forgotten = true}); !found.rows.empty()) {
    const std::string run = name_of_run(found.rows[0]);
    throw Error(fmt::format("no run meets '{}' but {}, which is forgotten", selection.text, run),
                fmt::format("`warpledger ledger forget {} --recall` shows it again", run));
  }
  if (const Table found = beyond({.submissions = true}); !found.rows.empty())
    throw Error(fmt::format("only runs of submissions meet '{}'", selection.text),
                fmt::format("add submission:NAME, or name one of these by its UUID:{}", list_of(found)));
  if (const Table found = beyond({.later = true}); !found.rows.empty())
    throw Error(
        fmt::format("only runs that are dated later than now ({}) meet '{}'", selection.now_utc, selection.text),
        fmt::format("correct this machine's clock, or name one of these by its UUID:{}", list_of(found)));
}

[[noreturn]] void fail_without_run(const LedgerReader& ledger, const RunSelection& selection, std::size_t found) {
  if (found == 0) fail_by_unwritten_condition(ledger, selection);
  const Table newest = runs_where(ledger, kNotForgotten, kMostListed, 0);
  if (newest.rows.empty()) throw Error("this ledger has no runs", "run an experiment first");
  const std::string problem =
      found == 0 ? fmt::format("no run meets '{}'", selection.text)
                 : fmt::format("only {} meet{} '{}'", found == 1 ? "1 run" : fmt::format("{} runs", found),
                               found == 1 ? "s" : "", selection.text);
  throw Error(problem, "choose one of these, the newest of the ledger:" + list_of(newest));
}

}  // namespace

RunSelection parse_run_selection(const std::string& text, const std::string& common) {
  RunSelection selection;
  selection.text = common.empty() ? text : fmt::format("{},{}", text, common);
  for (const std::string& word : words_of(selection.text)) add_word(word, selection);
  return selection;
}

ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection) {
  refuse_several(ledger, selection);
  const std::string condition = condition_of(selection, {});
  const std::size_t newer = selection.age.value_or(0);
  const Table found = runs_where(ledger, condition, 1, newer);
  if (found.rows.empty()) fail_without_run(ledger, selection, runs_where(ledger, condition, newer + 1, 0).rows.size());
  const std::vector<Cell>& row = found.rows.front();
  return {whole_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
          text_in(row[5]),  text_in(row[6]), text_in(row[7]), text_in(row[8])};
}

std::string run_named(const LedgerReader& ledger, const std::string& words) {
  if (is_uuid_part(words)) return words;
  return choose_run(ledger, parse_run_selection(words, "")).uuid;
}

std::string run_named_in(const std::string& path, const std::string& schema_folder, const std::string& words) {
  if (is_uuid_part(words)) return words;
  return run_named(LedgerReader(path, schema_folder), words);
}

std::string run_to_resume(const std::string& path, const std::string& schema_folder, const std::string& words) {
  if (is_uuid_part(words)) return words;  // may also be that of a campaign
  RunSelection selection = parse_run_selection(words, "");
  selection.of_any_submission = true;
  return choose_run(LedgerReader(path, schema_folder), selection).uuid;
}

std::string submission_condition(const std::string& name) {
  return name.empty() || name == kNoSubmission ? "submission IS NULL" : "submission = " + quoted_text(name);
}

std::vector<LaterRun> runs_dated_later(const LedgerReader& ledger, const std::string& now_utc) {
  std::vector<LaterRun> runs;
  for (const std::vector<Cell>& row :
       ledger
           .query(fmt::format("SELECT run_uuid, started_utc FROM runs WHERE NOT {} AND {} ORDER BY started_utc DESC",
                              began_by(now_utc), kNotForgotten))
           .rows)
    runs.push_back({text_in(row[0]), text_in(row[1])});
  return runs;
}

std::string words_of(const std::vector<LaterRun>& runs, const std::string& now_utc) {
  if (runs.empty()) return "";
  const auto minute = [](const std::string& moment) {
    return fmt::format("{} {}", moment.substr(0, 10), moment.substr(std::min<std::size_t>(11, moment.size()), 5));
  };
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kMostListed, runs.size()); ++i)
    names.push_back(fmt::format("{} of {}", runs[i].uuid.substr(0, 8), minute(runs[i].started_utc)));
  if (runs.size() > kMostListed) names.push_back(fmt::format("{} more", runs.size() - kMostListed));
  const bool is_one = runs.size() == 1;
  return fmt::format("{} dated later than now ({} UTC): {}; latest, history and site leave {} out",
                     is_one ? "1 run is" : fmt::format("{} runs are", runs.size()), minute(now_utc), join(names),
                     is_one ? "it" : "them");
}

std::string words_of_later_runs(const std::string& path, const std::string& schema_folder, const std::string& now_utc) {
  return words_of(runs_dated_later(LedgerReader(path, schema_folder), now_utc), now_utc);
}

std::string kernel_condition(const std::string& kernel) {
  const std::size_t bracket = kernel.find('<');
  const std::string of_kernel = fmt::format("kernel = {}", quoted_text(kernel.substr(0, bracket)));
  return bracket == std::string::npos ? of_kernel : fmt::format("{} AND instance = {}", of_kernel, quoted_text(kernel));
}

std::string utc_of(const std::string& text) {
  static const std::regex moment(R"((\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?Z?)?)");
  std::smatch match;
  const auto number = [&](std::size_t group) { return match[group].matched ? std::stoi(match[group]) : 0; };
  const auto refuse = [&] {
    throw Error(fmt::format("'{}' is not a date", text), "write it as 2024-02-29 or 2024-02-29T12:30:15Z, in UTC");
  };
  if (!std::regex_match(text, match, moment)) refuse();
  const std::chrono::year_month_day day{std::chrono::year(number(1)),
                                        std::chrono::month(static_cast<unsigned>(number(2))),
                                        std::chrono::day(static_cast<unsigned>(number(3)))};
  if (!day.ok() || number(4) > 23 || number(5) > 59 || number(6) > 59) refuse();
  std::string fraction = match[7].matched ? match[7].str() : "";
  fraction.resize(3, '0');
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{}Z", number(1), number(2), number(3), number(4), number(5),
                     number(6), fraction);
}

std::string utc_beginning(const std::string& text) {
  static const std::regex year_or_month(R"(\d{4}(-\d{2})?)");
  constexpr std::string_view kFirst = "0000-01-01";
  const bool is_day_or_finer = !std::regex_match(text, year_or_month);
  const std::string moment = utc_of(is_day_or_finer ? text : text + std::string(kFirst.substr(text.size())));
  return moment.substr(0, text.back() == 'Z' ? text.size() - 1 : text.size());
}

}  // namespace warpledger
