#include "store/query.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"

namespace warpledger {
namespace {

constexpr const char* kReadOnly = "the ledger may only be read: write one SELECT over the views";
constexpr std::string_view kNoTable = "no such table: ";
constexpr std::string_view kNoColumn = "no such column: ";
constexpr const char* kCorrect = "correct the query";

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// The place `offset` bytes into `sql`.
Place place_in(const std::string& sql, std::size_t offset) {
  offset = std::min(offset, sql.size());
  const std::size_t begin = offset == 0 ? 0 : sql.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
  const auto line = 1 + std::count(sql.begin(), sql.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return {.file = "SQL",
          .line = static_cast<std::size_t>(line),
          .column = offset - begin + 1,
          .line_text = sql.substr(begin, sql.find('\n', begin) - begin)};
}

/// What SQLite reported. Of a name in double quotes, newer versions (3.46) quote it and ask whether a text was meant;
/// older ones (3.40) give the name alone, and so does this.
std::string problem_of(sqlite3* database) {
  std::string problem = sqlite3_errmsg(database);
  const std::size_t name_at = kNoColumn.size() + 1;
  const std::size_t advice_at = problem.find("\" - should this be a string literal");
  if (!problem.starts_with(kNoColumn) || advice_at == std::string::npos || advice_at < name_at) return problem;
  return fmt::format("{}{}", kNoColumn, problem.substr(name_at, advice_at - name_at));
}

const char* hint_of(const std::string& problem) {
  if (problem.starts_with(kNoColumn)) return "`warpledger query --columns VIEW` lists the columns";
  if (problem.starts_with(kNoTable)) return "`warpledger query --views` lists the views";
  return kCorrect;
}

/// Where the fault is that SQLite just reported; SQLite does not say it for a table's name.
Place place_of_fault(sqlite3* database, const std::string& problem, const std::string& sql, std::size_t begin) {
  if (const int offset = sqlite3_error_offset(database); offset >= 0)
    return place_in(sql, begin + static_cast<std::size_t>(offset));
  if (!problem.starts_with(kNoTable)) return {.file = "SQL"};
  const std::size_t name_at = sql.find(problem.substr(kNoTable.size()), begin);
  return name_at == std::string::npos ? Place{.file = "SQL"} : place_in(sql, name_at);
}

/// Throws what `status` says about the statement that begins `begin` bytes into `sql`: the query's own fault as Error,
/// the ledger's as SQLite::Exception.
[[noreturn]] void fail(sqlite3* database, int status, const std::string& sql, std::size_t begin) {
  if (status == SQLITE_AUTH) throw Error(place_in(sql, begin), "this statement does more than read", kReadOnly);
  constexpr std::array kFaultsOfQueries = {SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG};
  if (std::ranges::count(kFaultsOfQueries, status) == 0) throw SQLite::Exception(database, status);
  const std::string problem = problem_of(database);
  throw Error(place_of_fault(database, problem, sql, begin), problem, hint_of(problem));
}

/// A view that stands for the points in a condition.
constexpr const char* kRow = "condition_row";

/// What SQLite asks leave for. `read`: where to note the columns of kRow; null when nobody asks.
int allow_reading(void* read, int action, const char* first, const char* second, const char*, const char*) {
  if (auto* columns = static_cast<std::vector<std::string>*>(read); columns && action == SQLITE_READ)
    if (std::string_view(first) == kRow && *second != '\0' && std::ranges::count(*columns, second) == 0)
      columns->emplace_back(second);
  constexpr std::array<std::string_view, 3> kLooking = {"integrity_check", "quick_check", "foreign_key_check"};
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      return std::find(kLooking.begin(), kLooking.end(), first) == kLooking.end() ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

/// Refuses, while it lives, all that does not only read.
class ReadingOnly {
 public:
  explicit ReadingOnly(sqlite3* database, std::vector<std::string>* read = nullptr) : database_(database) {
    sqlite3_set_authorizer(database_, allow_reading, read);
  }
  ~ReadingOnly() { sqlite3_set_authorizer(database_, nullptr, nullptr); }
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  sqlite3* database_;
};

/// The view kRow, while it lives; and double quotes are for names alone.
class ConditionRow {
 public:
  ConditionRow(sqlite3* database, const std::vector<std::string>& columns) : database_(database) {
    std::string names;
    for (const std::string& column : columns)
      names += fmt::format("{}NULL AS {}", names.empty() ? "" : ", ", quoted_name(column));
    run(fmt::format("CREATE TEMP VIEW {} AS SELECT {}", kRow, names));
    sqlite3_db_config(database_, SQLITE_DBCONFIG_DQS_DML, -1, &quoted_texts_);
    sqlite3_db_config(database_, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  }
  ~ConditionRow() {
    sqlite3_db_config(database_, SQLITE_DBCONFIG_DQS_DML, quoted_texts_, nullptr);
    sqlite3_exec(database_, fmt::format("DROP VIEW temp.{}", kRow).c_str(), nullptr, nullptr, nullptr);
  }
  ConditionRow(const ConditionRow&) = delete;
  ConditionRow& operator=(const ConditionRow&) = delete;

 private:
  void run(const std::string& sql) {
    if (const int status = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr); status != SQLITE_OK)
      throw SQLite::Exception(database_, status);
  }

  sqlite3* database_;
  int quoted_texts_ = 0;
};

/// Where the next statement, or a comment before it, begins.
std::size_t next_statement(const std::string& sql, std::size_t from) {
  return std::min(sql.find_first_not_of(" \t\r\n;", from), sql.size());
}

/// The statement that begins at `begin`, which moves behind it; null when only space or comments follow.
Statement prepare(sqlite3* database, const std::string& sql, std::size_t& begin) {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int status = sqlite3_prepare_v2(database, sql.c_str() + begin, -1, &raw, &tail);
  Statement statement(raw);
  if (status != SQLITE_OK) fail(database, status, sql, begin);
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

Cell cell(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT:
      return std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, column)),
                         static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    case SQLITE_BLOB:
      throw Error(fmt::format("column '{}' is a blob", sqlite3_column_name(statement, column)),
                  "use samples_count, samples_min, samples_median or samples_quantile on it");
    default:
      return {};
  }
}

/// A SELECT that is being answered.
class Answering {
 public:
  Answering(sqlite3* database, const std::string& sql, const QueryLimits& limits)
      : database_(database), sql_(sql), limits_(limits), limited_(database, limits), reading_only_(database) {
    try {
      statement_ = prepare_only_statement(database, sql);
    } catch (const SQLite::Exception& cause) {
      refuse_beyond_limits(cause.getErrorCode(), limits);
      throw;
    }
    for (int i = 0; i < sqlite3_column_count(statement_.get()); ++i)
      columns_.emplace_back(sqlite3_column_name(statement_.get(), i));
  }

  const std::vector<std::string>& columns() const { return columns_; }
  LimitedConnection& limited() { return limited_; }

  /// Appends the next row; false when there is none.
  bool next(std::vector<std::vector<Cell>>& rows) {
    if (read_++ == limits_.rows) return false;
    const int status = sqlite3_step(statement_.get());
    if (status == SQLITE_DONE) return false;
    if (status != SQLITE_ROW) {
      refuse_beyond_limits(status, limits_);
      fail(database_, status, sql_, 0);
    }
    std::vector<Cell>& row = rows.emplace_back();
    row.reserve(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) row.push_back(cell(statement_.get(), static_cast<int>(i)));
    return true;
  }

 private:
  sqlite3* database_;
  const std::string& sql_;
  const QueryLimits& limits_;
  LimitedConnection limited_;
  ReadingOnly reading_only_;
  Statement statement_;
  std::vector<std::string> columns_;
  std::size_t read_ = 0;
};

/// The places of a table and of its indexes in the ledger's file, as SQLite's programs have them.
std::vector<Cell> root_pages(sqlite3* database, const std::string& table) {
  std::vector<Cell> pages;
  const std::string sql =
      fmt::format("SELECT rootpage FROM main.sqlite_schema WHERE tbl_name = {}", quoted_text(table));
  for (const std::vector<Cell>& row : run_query(database, sql).rows) pages.push_back(row.front());
  return pages;
}

}  // namespace

Table run_query(sqlite3* database, const std::string& sql, const QueryLimits& limits) {
  Answering query(database, sql, limits);
  Table table{.columns = query.columns(), .rows = {}};
  while (query.next(table.rows)) query.limited().hold(table.rows.back());
  return table;
}

void run_query_in_parts(sqlite3* database, const std::string& sql, const QueryLimits& limits, const TakeRows& take) {
  constexpr std::size_t kMostRows = 1000;
  constexpr std::int64_t kMostBytes = 1 << 20;
  Answering query(database, sql, limits);
  Table part{.columns = query.columns(), .rows = {}};
  std::int64_t bytes = 0;
  while (query.next(part.rows)) {
    bytes += bytes_of(part.rows.back());
    if (part.rows.size() < kMostRows && bytes < kMostBytes) continue;
    take(std::exchange(part, {.columns = query.columns(), .rows = {}}));
    bytes = 0;
  }
  take(std::move(part));
}

bool looks_into(sqlite3* database, const std::string& sql, const std::string& table) {
  const std::vector<Cell> pages = root_pages(database, table);
  try {
    const Table program = run_query(database, "EXPLAIN " + sql);  // addr, opcode, p1, p2: page, p3: database, ...
    return std::ranges::any_of(program.rows, [&](const std::vector<Cell>& row) {
      const std::string opcode = text_in(row.at(1));
      return (opcode == "OpenRead" || opcode == "ReopenIdx") && row.at(4) == Cell(std::int64_t{0}) &&
             std::ranges::count(pages, row.at(3)) > 0;
    });
  } catch (const Error&) {
    return true;  // it is wrong, or no SELECT
  }
}

std::vector<std::string> columns_read(sqlite3* database, const std::vector<std::string>& columns,
                                      const std::string& condition) {
  const ConditionRow row(database, columns);
  const std::string before = fmt::format("SELECT 1 FROM temp.{} AS points WHERE (", kRow);
  std::vector<std::string> read;
  const ReadingOnly reading_only(database, &read);
  try {
    prepare_only_statement(database, fmt::format("{}{}\n)", before, condition));
  } catch (const Error& error) {
    Place where = error.where();
    if (where.line == 1) where.column -= std::min(where.column - 1, before.size());
    where.line_text = where.line == 0 ? "" : condition;
    throw Error(where, error.problem(), error.hint());
  }
  for (const std::string& column : read)  // some builds of SQLite give views a rowid
    if (std::ranges::count(columns, column) == 0) throw Error(fmt::format("{}{}", kNoColumn, column), kCorrect);
  return read;
}

}  // namespace warpledger
