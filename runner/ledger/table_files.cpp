#include "ledger/table_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "ledger/column_type.h"
#include "ledger/new_file.h"
#include "ledger/parquet_file.h"
#include "report/draw.h"
#include "report/json_rows.h"
#include "report/sheet.h"
#include "store/plain_database.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// Takes tables one after another: begin(), rows(), rows(), begin(), ...
class TableSink {
 public:
  virtual ~TableSink() = default;
  virtual void begin(const std::string& name, const std::vector<std::string>& columns) = 0;
  virtual void rows(const Table& part) = 0;
  /// After the last table. Throws Error when anything could not be written.
  virtual void end() = 0;
};

class CsvFolder : public TableSink {
 public:
  explicit CsvFolder(std::string folder) : folder_(std::move(folder)) { fs::create_directory(folder_); }

  void begin(const std::string& name, const std::vector<std::string>& columns) override {
    end();
    file_.emplace(fmt::format("{}/{}.csv", folder_, name));
    const Sheet sheet = sheet_of({columns, {}}, Format::csv);
    file_->write(draw_csv(sheet, whole(sheet)));
  }
  void rows(const Table& part) override {
    const Sheet sheet = sheet_of(part, Format::csv);
    file_->write(draw_csv_rows(sheet, whole(sheet)));
  }
  void end() override {
    if (file_) file_->close();
  }

 private:
  std::string folder_;
  std::optional<TextFile> file_;
};

using ColumnsOfTables = std::map<std::string, std::vector<TypedColumn>>;

class ParquetFolder : public TableSink {
 public:
  ParquetFolder(std::string folder, ColumnsOfTables columns)
      : folder_(std::move(folder)), columns_(std::move(columns)) {
    fs::create_directory(folder_);
  }

  void begin(const std::string& name, const std::vector<std::string>&) override {
    end();
    file_.emplace(fmt::format("{}/{}.parquet", folder_, name), columns_.at(name));
  }
  void rows(const Table& part) override {
    for (const std::vector<Cell>& row : part.rows) file_->add(row);
  }
  void end() override {
    if (file_) file_->close();
  }

 private:
  std::string folder_;
  ColumnsOfTables columns_;
  std::optional<ParquetFile> file_;  ///< of the table under way
};

class JsonFile : public TableSink {
 public:
  explicit JsonFile(const std::string& path) : file_(path) { file_.write("{"); }

  void begin(const std::string& name, const std::vector<std::string>&) override {
    end_table();
    file_.write(fmt::format("{}\n\"{}\": ", rows_ ? "," : "", name));
    rows_ = std::make_unique<JsonRowText>();
  }
  void rows(const Table& part) override { file_.write(rows_->of(part)); }
  void end() override {
    end_table();
    file_.write("}\n");
    file_.close();
  }

 private:
  void end_table() {
    if (rows_) file_.write(rows_->end());
  }
  TextFile file_;
  std::unique_ptr<JsonRowText> rows_;  ///< of the table under way
};

/// Readers as DuckDB take a column that declares no type for bytes.
class SqliteFile : public TableSink {
 public:
  SqliteFile(const std::string& path, ColumnsOfTables columns) : database_(path), columns_(std::move(columns)) {}

  void begin(const std::string& name, const std::vector<std::string>&) override {
    constexpr const char* kTypes[] = {"INTEGER", "REAL", "TEXT"};
    std::vector<PlainColumn> columns;
    for (const TypedColumn& column : columns_.at(name))
      columns.push_back({column.name, kTypes[static_cast<std::size_t>(column.type)]});
    database_.begin_table(name, columns);
  }
  void rows(const Table& part) override { database_.add(part.rows); }
  void end() override {
    for (const char* table : {"points", "samples", "metrics"})
      database_.execute(fmt::format("CREATE INDEX {0}_by_point ON {0} (run, ordinal)", table));
    database_.execute(
        "CREATE VIEW metrics_of_points AS SELECT points.identity, points.kernel, metrics.* FROM metrics "
        "JOIN points USING (run, ordinal)");
    database_.commit();
  }

 private:
  PlainDatabase database_;
  ColumnsOfTables columns_;
};

std::unique_ptr<TableSink> make_sink(const LedgerReader& ledger, const std::vector<ExportedTable>& tables,
                                     ExportFormat format, const std::string& path) {
  switch (format) {
    case ExportFormat::csv:
      return std::make_unique<CsvFolder>(path);
    case ExportFormat::parquet:
      return std::make_unique<ParquetFolder>(path, typed_columns(ledger, tables));
    case ExportFormat::json:
      return std::make_unique<JsonFile>(path);
    case ExportFormat::sqlite:
      break;
  }
  return std::make_unique<SqliteFile>(path, typed_columns(ledger, tables));
}

void write_to(TableSink& sink, const LedgerReader& ledger, const std::vector<ExportedTable>& tables) {
  for (const ExportedTable& table : tables) {
    bool begun = false;
    ledger.query_in_parts(table.sql, [&](const Table& part) {
      if (!std::exchange(begun, true)) sink.begin(table.name, part.columns);
      sink.rows(part);
    });
  }
  sink.end();
}

}  // namespace

void write_tables(const LedgerReader& ledger, const std::vector<ExportedTable>& tables, ExportFormat format,
                  const std::string& to) {
  write_new(to, [&](const std::string& path) { write_to(*make_sink(ledger, tables, format, path), ledger, tables); });
}

}  // namespace warpledger
