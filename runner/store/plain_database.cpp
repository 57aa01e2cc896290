#include "store/plain_database.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <optional>
#include <variant>

#include "base/sql_text.h"
#include "base/text.h"
#include "store/connection.h"

namespace warpledger {
namespace {

struct BindCell {
  SQLite::Statement& statement;
  int place;
  void operator()(std::monostate) const { statement.bind(place); }
  void operator()(std::int64_t value) const { statement.bind(place, value); }
  void operator()(double value) const { statement.bind(place, value); }
  void operator()(const std::string& value) const { statement.bind(place, value); }
};

}  // namespace

struct PlainDatabase::Connection {
  explicit Connection(const std::string& path)
      : database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), transaction(database) {}
  SQLite::Database database;
  SQLite::Transaction transaction;
  std::optional<SQLite::Statement> insert;
};

PlainDatabase::PlainDatabase(const std::string& path) : path_(path) {
  with_ledger_errors(path_, [&] { connection_ = std::make_unique<Connection>(path_); });
}

PlainDatabase::~PlainDatabase() = default;

void PlainDatabase::begin_table(const std::string& name, const std::vector<PlainColumn>& columns) {
  std::vector<std::string> names;
  for (const auto& [column, type] : columns) names.push_back(fmt::format("{} {}", quoted_name(column), type));
  execute(fmt::format("CREATE TABLE {} ({})", quoted_name(name), join(names)));
  const std::vector<std::string> places(columns.size(), "?");
  connection_->insert.emplace(connection_->database,
                              fmt::format("INSERT INTO {} VALUES ({})", quoted_name(name), join(places)));
}

void PlainDatabase::add(const std::vector<std::vector<Cell>>& rows) {
  SQLite::Statement& insert = connection_->insert.value();
  with_ledger_errors(path_, [&] {
    for (const std::vector<Cell>& row : rows) {
      insert.reset();
      for (std::size_t i = 0; i < row.size(); ++i) std::visit(BindCell{insert, static_cast<int>(i) + 1}, row[i]);
      insert.exec();
    }
  });
}

void PlainDatabase::execute(const std::string& sql) {
  with_ledger_errors(path_, [&] { connection_->database.exec(sql); });
}

void PlainDatabase::commit() {
  connection_->insert.reset();
  with_ledger_errors(path_, [&] { connection_->transaction.commit(); });
}

}  // namespace warpledger
