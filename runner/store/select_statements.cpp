#include "store/select_statements.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "store/near_name.h"
#include "store/read_connection.h"

namespace warpledger {
namespace {

/// Beyond this number all are dropped. The pages of a class of 64 keep 6 MB.
constexpr std::size_t kMostKept = 200;

constexpr const char* kReadOnly = "the ledger may only be read: write one SELECT over the views";
constexpr std::string_view kNoTable = "no such table: ";

Place place_in(const std::string& sql, std::size_t offset) {
  offset = std::min(offset, sql.size());
  const std::size_t begin = offset == 0 ? 0 : sql.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
  const auto line = 1 + std::count(sql.begin(), sql.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return {.file = "SQL",
          .line = static_cast<std::size_t>(line),
          .column = offset - begin + 1,
          .line_text = sql.substr(begin, sql.find('\n', begin) - begin)};
}

/// For an unknown name in double quotes, SQLite 3.46 adds advice; 3.40 does not, and this removes it.
std::string problem_of(sqlite3* database) {
  std::string problem = sqlite3_errmsg(database);
  const std::size_t name_at = kNoSuchColumn.size() + 1;
  const std::size_t advice_at = problem.find("\" - should this be a string literal");
  if (!problem.starts_with(kNoSuchColumn) || advice_at == std::string::npos || advice_at < name_at) return problem;
  return fmt::format("{}{}", kNoSuchColumn, problem.substr(name_at, advice_at - name_at));
}

std::string hint_of(sqlite3* database, const std::string& problem, const std::string& sql) {
  if (const std::string near = near_name(database, problem, sql); !near.empty())
    return fmt::format("did you mean {}?", near);
  if (problem.starts_with(kNoSuchColumn)) return "`warpledger query --columns VIEW` lists the columns";
  if (problem.starts_with(kNoTable)) return "`warpledger query --views` lists the views";
  return kCorrectTheQuery;
}

/// SQLite reports no place for an unknown table.
Place place_of_fault(sqlite3* database, const std::string& problem, const std::string& sql, std::size_t begin) {
  if (const int offset = sqlite3_error_offset(database); offset >= 0)
    return place_in(sql, begin + static_cast<std::size_t>(offset));
  if (!problem.starts_with(kNoTable)) return {.file = "SQL"};
  const std::size_t name_at = sql.find(problem.substr(kNoTable.size()), begin);
  return name_at == std::string::npos ? Place{.file = "SQL"} : place_in(sql, name_at);
}

/// Comments count as the beginning of a statement.
std::size_t next_statement(const std::string& sql, std::size_t from) {
  return std::min(sql.find_first_not_of(" \t\r\n;", from), sql.size());
}

/// Moves `begin` past the statement; null if only space or comments follow.
Statement prepare(sqlite3* database, const std::string& sql, std::size_t& begin) {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int status = sqlite3_prepare_v2(database, sql.c_str() + begin, -1, &raw, &tail);
  Statement statement(raw);
  if (status != SQLITE_OK) fail_query(database, status, sql, begin);
  begin = static_cast<std::size_t>(tail - sql.c_str());
  return statement;
}

Statement prepare_only_statement(sqlite3* database, const std::string& sql) {
  if (sql.find('\0') != std::string::npos) throw Error("a query cannot contain a NUL byte", kReadOnly);
  std::size_t end = next_statement(sql, 0);
  Statement statement = prepare(database, sql, end);
  if (!statement) throw Error("the query is empty", kReadOnly);
  const std::size_t second = next_statement(sql, end);
  end = second;
  if (prepare(database, sql, end)) throw Error(place_in(sql, second), "a second statement", kReadOnly);
  return statement;
}

}  // namespace

void FinalizeStatement::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void fail_query(sqlite3* database, int status, const std::string& sql, std::size_t begin) {
  if (status == SQLITE_AUTH) throw Error(place_in(sql, begin), "this statement does more than read", kReadOnly);
  constexpr std::array kFaultsOfQueries = {SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG};
  if (std::ranges::count(kFaultsOfQueries, status) == 0) throw SQLite::Exception(database, status);
  if (status == SQLITE_TOOBIG)
    throw Error({.file = "SQL"}, fmt::format("a text, blob or row is larger than {} MiB", kMostValue_mib),
                "ask for less at once; if the ledger has such a value, `warpledger ledger check` names its row");
  const std::string problem = problem_of(database);
  const Place place = place_of_fault(database, problem, sql, begin);  // before other statements run
  throw Error(place, problem, hint_of(database, problem, sql));
}

int SelectStatements::authorize(void* statements, int action, const char* first, const char* second, const char*,
                                const char* view) {
  return static_cast<SelectStatements*>(statements)->allow(action, first, second, view);
}

/// SQLite asks whether a statement may do `action`.
int SelectStatements::allow(int action, const char* first, const char* second, const char* view) {
  if (!only_reading_) return SQLITE_OK;
  constexpr std::array<std::string_view, 3> kLooking = {"integrity_check", "quick_check", "foreign_key_check"};
  switch (action) {
    case SQLITE_READ:
      reads_.push_back({first, second, view == nullptr ? "" : view});
      return SQLITE_OK;
    case SQLITE_SELECT:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      return std::find(kLooking.begin(), kLooking.end(), first) == kLooking.end() ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

SelectStatements::SelectStatements(sqlite3* database, ModelledViews views)
    : database_(database), views_(std::move(views)) {
  sqlite3_set_authorizer(database_, authorize, this);
}

SelectStatements::~SelectStatements() { sqlite3_set_authorizer(database_, nullptr, nullptr); }

CompiledSelect SelectStatements::take(const std::string& sql) {
  if (auto kept = kept_.extract(sql)) return std::move(kept.mapped());
  reads_.clear();
  CompiledSelect select{.statement = prepare_only_statement(database_, sql), .lineage = {}};
  const std::vector<ColumnRead> reads = reads_;
  select.lineage = lineage_of(database_, select.statement.get(), sql, reads, views_);
  return select;
}

void SelectStatements::keep(const std::string& sql, CompiledSelect select) {
  if (sqlite3_reset(select.statement.get()) != SQLITE_OK) return;
  sqlite3_clear_bindings(select.statement.get());
  if (kept_.size() >= kMostKept) kept_.clear();
  kept_.insert_or_assign(sql, std::move(select));
}

SelectStatements::OnlyReading::OnlyReading(SelectStatements& statements)
    : only_reading_(statements.only_reading_), former_(std::exchange(only_reading_, true)) {}

SelectStatements::OnlyReading::~OnlyReading() { only_reading_ = former_; }

}  // namespace warpledger
