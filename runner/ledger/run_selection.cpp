#include "ledger/run_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// "until" takes the letters of a time that are given: 2026-03 is all of that month.
const std::map<std::string, Condition>& conditions() {
  static const std::map<std::string, Condition> kConditions = {
      {"experiment", [](const std::string& v) { return "experiment = " + quoted_text(v); }},
      {"submission", [](const std::string& v) { return "submission = " + quoted_text(v); }},
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

/// How many runs "latest~2" passes over.
std::size_t runs_back(const std::string& word) {
  constexpr std::string_view kLatest = "latest~";
  if (word == "latest") return 0;
  std::size_t count = 0;
  const char* end = word.data() + word.size();
  const auto [last, failure] = std::from_chars(word.data() + kLatest.size(), end, count);
  if (failure != std::errc() || last != end) refuse(word);
  return count;
}

void add_word(const std::string& word, RunSelection& selection) {
  const std::size_t colon = word.find(':');
  const auto known = conditions().find(word.substr(0, colon));
  if (word == "latest" || word.starts_with("latest~")) {
    if (std::ranges::count(selection.conditions, kIsNoAnchor) > 0)
      throw Error(fmt::format("'{}' names two runs by their age", selection.text),
                  "keep one of latest, latest~1, latest~2, ...");
    selection.newer = runs_back(word);
    selection.conditions.emplace_back(kIsNoAnchor);
  } else if (colon != std::string::npos && colon + 1 < word.size() && known != conditions().end()) {
    const std::string value = word.substr(colon + 1);
    selection.conditions.push_back(known->second(value));
    if (known->first == "kernel") selection.kernel = value;
  } else if (is_uuid_part(word)) {
    selection.conditions.push_back(fmt::format("substr(run_uuid, 1, {}) = {}", word.size(), quoted_text(word)));
  } else {
    refuse(word);
  }
}

/// Splits at commas outside of <>, which an instance's name has: kernel:norm_group<32,8>. A character behind a
/// backslash is part of a name: submission:Lee\, Ann.
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

Table runs_where(const LedgerReader& ledger, const std::string& conditions, std::size_t limit, std::size_t offset) {
  return ledger.query(fmt::format(
      "SELECT run, run_uuid, started_utc, experiment, submission, device_uuid, device_name, device_backend, "
      "json_extract(settings, '$.in_turn') AS in_turn FROM runs WHERE {} ORDER BY started_utc > "
      "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day'), "
      "started_utc DESC, run_uuid LIMIT {} OFFSET {}",
      conditions, limit, offset));
}

constexpr const char* kNotForgotten = "run NOT IN (SELECT run FROM forgotten)";

void fail_if_forgotten(const LedgerReader& ledger, const RunSelection& selection) {
  std::vector<std::string> others = selection.conditions;
  std::erase(others, kNotForgotten);
  const Table forgotten = runs_where(ledger, join(others, " AND "), 1, 0);
  if (forgotten.rows.empty()) return;
  const std::string run = text_in(forgotten.rows[0][1]).substr(0, 8);
  throw Error(fmt::format("no run meets '{}' but {}, which is forgotten", selection.text, run),
              fmt::format("`warpledger ledger forget {} --recall` shows it again", run));
}

[[noreturn]] void fail_without_run(const LedgerReader& ledger, const RunSelection& selection, std::size_t found) {
  if (found == 0) fail_if_forgotten(ledger, selection);
  const Table newest = runs_where(ledger, kNotForgotten, 5, 0);
  if (newest.rows.empty()) throw Error("this ledger has no runs", "run an experiment first");
  std::string list;
  for (const auto& row : newest.rows)
    list += fmt::format("\n  {} {} {}{} on {}", text_in(row[1]).substr(0, 8), text_in(row[2]), text_in(row[3]),
                        text_in(row[4]).empty() ? "" : " of " + text_in(row[4]), text_in(row[6]));
  const std::string problem =
      found == 0 ? fmt::format("no run meets '{}'", selection.text)
                 : fmt::format("only {} meet{} '{}'", found == 1 ? "1 run" : fmt::format("{} runs", found),
                               found == 1 ? "s" : "", selection.text);
  throw Error(problem, "choose one of these, the newest of the ledger:" + list);
}

}  // namespace

RunSelection parse_run_selection(const std::string& text, const std::string& common) {
  RunSelection selection;
  selection.text = common.empty() ? text : fmt::format("{},{}", text, common);
  selection.conditions = {kNotForgotten};
  for (const std::string& word : words_of(selection.text)) add_word(word, selection);
  return selection;
}

ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection) {
  const std::string meets_all = join(selection.conditions, " AND ");
  const Table found = runs_where(ledger, meets_all, 1, selection.newer);
  if (found.rows.empty())
    fail_without_run(ledger, selection, runs_where(ledger, meets_all, selection.newer + 1, 0).rows.size());
  const std::vector<Cell>& row = found.rows.front();
  return {whole_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
          text_in(row[5]),  text_in(row[6]), text_in(row[7]), text_in(row[8])};
}

std::string run_named(const LedgerReader& ledger, const std::string& words) {
  if (words == "latest" || is_uuid_part(words)) return words;
  return choose_run(ledger, parse_run_selection(words, "")).uuid;
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
