#include "store/near_name.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/sql_text.h"
#include "base/text.h"
#include "store/select_statements.h"

namespace warpledger {
namespace {

/// Other tools' names, whose spelling is too far from ours.
const std::map<std::string, std::string, std::less<>> kOtherColumns = {
    {"time", "time_us"},      {"time_ms", "time_us"},  {"time_ns", "time_us"},    {"median", "time_us"},
    {"median_us", "time_us"}, {"mean", "time_us"},     {"mean_us", "time_us"},    {"avg", "time_us"},
    {"duration", "time_us"},  {"date", "started_utc"}, {"device", "device_name"}, {"uuid", "run_uuid"}};
const std::map<std::string, std::string, std::less<>> kOtherFunctions = {
    {"mean", "'avg' or 'median'"}, {"average", "'avg' or 'median'"}, {"std", "'stddev'"}, {"percentile", "'quantile'"}};

Statement prepared(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &raw, nullptr);
  return Statement(raw);
}

bool has_word(const std::string& sql, const std::string& word) {
  const auto is_part = [&](std::size_t at) {
    return at < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[at])) != 0 || sql[at] == '_');
  };
  for (std::size_t at = sql.find(word); at != std::string::npos; at = sql.find(word, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
  return false;
}

std::vector<std::string> columns_named_in(sqlite3* database, const std::string& sql) {
  std::vector<std::string> columns;
  const Statement sources = prepared(
      database,
      "SELECT name FROM sqlite_temp_schema UNION SELECT name FROM sqlite_schema WHERE type IN ('view', 'table')");
  while (sources && sqlite3_step(sources.get()) == SQLITE_ROW) {
    const std::string name = reinterpret_cast<const char*>(sqlite3_column_text(sources.get(), 0));
    if (!has_word(sql, name)) continue;
    const Statement all = prepared(database, fmt::format("SELECT * FROM {} LIMIT 0", quoted_name(name)));
    for (int i = 0; all && i < sqlite3_column_count(all.get()); ++i)
      columns.emplace_back(sqlite3_column_name(all.get(), i));
  }
  return columns;
}

std::string near_column(sqlite3* database, const std::string& name, const std::string& sql) {
  const std::vector<std::string> columns = columns_named_in(database, lower_case(sql));
  const auto other = kOtherColumns.find(name);
  if (other != kOtherColumns.end() && std::ranges::count(columns, other->second) > 0)
    return fmt::format("'{}'", other->second);
  const std::optional<std::string> near = nearest(name, columns);
  return near ? fmt::format("'{}'", *near) : "";
}

}  // namespace

std::string near_name(sqlite3* database, const std::string& problem, const std::string& sql) {
  constexpr std::string_view kNoSuchFunction = "no such function: ";
  if (problem.starts_with(kNoSuchFunction)) {
    const auto other = kOtherFunctions.find(lower_case(problem.substr(kNoSuchFunction.size())));
    return other == kOtherFunctions.end() ? "" : other->second;
  }
  if (!problem.starts_with(kNoSuchColumn)) return "";
  const std::string name = problem.substr(kNoSuchColumn.size());
  return near_column(database, lower_case(name.substr(name.rfind('.') + 1)), sql);  // drops "points."
}

}  // namespace warpledger
