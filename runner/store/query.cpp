#include "store/query.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"
#include "store/select_statements.h"

namespace warpledger {
namespace {

constexpr std::string_view kRow = "condition_row";

/// During its lifetime the view kRow exists and double quotes enclose only names.
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

void bind(sqlite3_stmt* statement, const SqlValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (const auto* whole = std::get_if<std::int64_t>(&values[i]))
      sqlite3_bind_int64(statement, number, *whole);
    else if (const auto* real = std::get_if<double>(&values[i]))
      sqlite3_bind_double(statement, number, *real);
    else if (const auto* text = std::get_if<std::string>(&values[i]))
      sqlite3_bind_text64(statement, number, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
}

class Answering {
 public:
  Answering(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
            const SqlValues& values = {})
      : statements_(statements),
        sql_(sql),
        limits_(limits),
        limited_(statements.database(), limits),
        only_reading_(statements) {
    try {
      select_ = statements.take(sql);
    } catch (const SQLite::Exception& cause) {
      refuse_beyond_limits(cause.getErrorCode(), limits);
      throw;
    }
    bind(statement(), values);
    for (int i = 0; i < sqlite3_column_count(statement()); ++i)
      columns_.emplace_back(sqlite3_column_name(statement(), i));
  }

  ~Answering() { statements_.keep(sql_, std::move(select_)); }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

  Table head() const {
    return {
        .columns = columns_, .rows = {}, .modelled = select_.lineage.modelled, .reads_modelled = select_.lineage.read};
  }
  LimitedConnection& limited() { return limited_; }

  /// False at the end.
  bool next(std::vector<std::vector<Cell>>& rows) {
    if (read_++ == limits_.rows) return false;
    const int status = sqlite3_step(statement());
    if (status == SQLITE_DONE) return false;
    if (status != SQLITE_ROW) {
      refuse_beyond_limits(status, limits_);
      fail_query(statements_.database(), status, sql_, 0);
    }
    std::vector<Cell>& row = rows.emplace_back();
    row.reserve(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) row.push_back(cell(statement(), static_cast<int>(i)));
    return true;
  }

 private:
  sqlite3_stmt* statement() const { return select_.statement.get(); }

  SelectStatements& statements_;
  const std::string& sql_;
  const QueryLimits& limits_;
  LimitedConnection limited_;
  SelectStatements::OnlyReading only_reading_;
  CompiledSelect select_;
  std::vector<std::string> columns_;
  std::size_t read_ = 0;
};

}  // namespace

Table run_query(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
                const SqlValues& values) {
  Answering query(statements, sql, limits, values);
  Table table = query.head();
  while (query.next(table.rows)) query.limited().hold(table.rows.back());
  return table;
}

void run_query_in_parts(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
                        const TakeRows& take) {
  constexpr std::size_t kMostRows = 1000;
  constexpr std::int64_t kMostBytes = 1 << 20;
  Answering query(statements, sql, limits);
  Table part = query.head();
  std::int64_t bytes = 0;
  while (query.next(part.rows)) {
    bytes += bytes_of(part.rows.back());
    if (part.rows.size() < kMostRows && bytes < kMostBytes) continue;
    take(std::exchange(part, query.head()));
    bytes = 0;
  }
  take(std::move(part));
}

std::vector<std::string> columns_read(SelectStatements& statements, const std::vector<std::string>& columns,
                                      const std::string& condition) {
  const ConditionRow row(statements.database(), columns);
  const std::string before = fmt::format("SELECT 1 FROM temp.{} AS points WHERE (", kRow);
  const SelectStatements::OnlyReading only_reading(statements);
  try {
    statements.take(fmt::format("{}{}\n)", before, condition));
  } catch (const Error& error) {
    Place where = error.where();
    if (where.line == 1) where.column -= std::min(where.column - 1, before.size());
    where.line_text = where.line == 0 ? "" : condition;
    throw Error(where, error.problem(), error.hint());
  }
  std::vector<std::string> read;
  for (const ColumnRead& one : statements.reads()) {
    if (one.table != kRow || one.column.empty() || std::ranges::count(read, one.column) > 0) continue;
    if (std::ranges::count(columns, one.column) == 0)  // some SQLite builds give views a rowid
      throw Error(fmt::format("{}{}", kNoSuchColumn, one.column), kCorrectTheQuery);
    read.push_back(one.column);
  }
  return read;
}

}  // namespace warpledger
